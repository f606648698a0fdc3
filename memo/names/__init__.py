"""Names: a mention becomes a person, a client or a project, a question, or nothing."""
