"""What the pages share: the frame of a page, inert text, and how a fact is drawn. Only this package and pages import streamlit."""
