"""What the pages share: their frame, inert text, how facts are drawn. Only this package and pages import streamlit."""
