"""Pages in Streamlit's own test harness, on a real database and without a browser."""
