"""Drive the real Neo4j Browser: connect, load the style, run the saved queries, take pictures.

    python tests/stores/neo4j/browser.py http://127.0.0.1:7474 OUT_FOLDER

A command, not a test: it needs playwright and chromium, a server that holds a memory in the
namespace "default", and KGMEM_NEO4J_USER and KGMEM_NEO4J_PASSWORD. It fails when the Browser cannot
connect, when the style is not taken, or when a query draws no vertex; looking at the pictures is
for people.
"""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import TimeoutError, sync_playwright

from kgmem.stores.neo4j.guide import parameters, saved_queries, style

_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
_PATIENCE = 60_000  # milliseconds
_DROP = """text => {
  const file = new File([text], 'kgmem.grass', {type: 'text/plain'});
  const data = new DataTransfer();
  data.items.add(file);
  const target = document.querySelector('#mount') || document.body;
  for (const kind of ['dragenter', 'dragover', 'drop'])
    target.firstElementChild.dispatchEvent(
      new DragEvent(kind, {bubbles: true, cancelable: true, dataTransfer: data}));
}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    values = dict(pair.split("=", 1) for pair in arguments.set)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=_FLAGS)
        page = browser.new_page(viewport={"width": 1300, "height": 850})
        page.set_default_timeout(_PATIENCE)
        _connect(page, arguments.address)
        _style(page)
        _command(page, _with(parameters(), values))
        for number, query in enumerate(saved_queries(), 1):
            _command(page, ":clear", 500)
            _command(page, query.text)
            _drawn(page, query.title)
            page.locator("button[title='Fullscreen']").first.click()
            _fold(page)
            page.get_by_label("zoom-to-fit").first.click()
            page.wait_for_timeout(5_000)
            name = re.sub(r"\W+", "-", query.title.lower())
            page.screenshot(path=str(arguments.folder / f"{number}-{name}.png"))
            page.locator("button[title='Close fullscreen']").first.click()
        browser.close()


def _drawn(page: Any, title: str) -> None:
    """Wait until the first vertex is there."""
    try:
        page.locator("g.node").first.wait_for()
    except TimeoutError as error:
        raise SystemExit(f"{title!r} drew nothing: is there such data? See --set") from error


def _fold(page: Any) -> None:
    """Fold the overview in: it would hide a part of the graph."""
    button = page.get_by_title("Collapse the node properties display").first
    if button.is_visible():
        button.click()


def _with(command: str, values: dict[str, str]) -> str:
    for name, value in values.items():
        command = re.sub(rf"\b{name}: '[^']*'", f"{name}: '{value}'", command)
    return command


def _connect(page: Any, address: str) -> None:
    page.goto(f"{address}/browser/")
    page.get_by_test_id("password").wait_for()
    page.get_by_test_id("username").fill(os.environ.get("KGMEM_NEO4J_USER", "neo4j"))
    page.get_by_test_id("password").fill(os.environ["KGMEM_NEO4J_PASSWORD"])
    page.get_by_test_id("connect").click()
    page.get_by_text("neo4j$").first.wait_for()


def _style(page: Any) -> None:
    """Drop the style sheet on the window, as a person would."""
    page.evaluate(_DROP, style())
    page.wait_for_timeout(1500)
    kept = page.evaluate("JSON.stringify(localStorage)")
    if "{caption}" not in kept:
        raise SystemExit("the Browser did not take the style")


def _command(page: Any, text: str, wait_ms: int = 2_000) -> None:
    page.locator(".monaco-editor").first.click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)
    page.keyboard.press("Control+Enter")
    page.wait_for_timeout(wait_ms)


if __name__ == "__main__":
    main()
