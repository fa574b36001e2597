"""How results look to people: notebook HTML, a picture of a neighbourhood, plain text.

Imported only when something is shown.
"""

from kgmem.display.html import answer_html, neighborhood_html
from kgmem.display.picture import neighborhood_svg
from kgmem.display.text import answer_text, fact_line, facts_text, when

__all__ = [
    "answer_html",
    "answer_text",
    "fact_line",
    "facts_text",
    "neighborhood_html",
    "neighborhood_svg",
    "when",
]
