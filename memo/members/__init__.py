"""Members: who may sign in, who is on the roll, and whom a meeting is for."""
