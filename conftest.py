"""Collects the Python fences of README, CONTRIBUTING and docs as tests; a page shares one namespace."""

from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser

pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser()],
    patterns=["README.md", "README.pt.md", "CONTRIBUTING.md", "docs/*.md", "docs/**/*.md"],
).pytest()
