"""Facts after they were found: what people change, and the story of each. It stands beside capture, above retrieval."""
