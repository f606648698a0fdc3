"""From a question to a cited answer: understanding it, finding facts, checking what is said about them."""
