"""Retrievers and splitters for frameworks: LangChain, LlamaIndex and Haystack.

Each module needs its framework; `pip install 'ra[langchain]'` and so on bring them.
"""
