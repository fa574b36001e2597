"""Technical names are one word through the parse and verbatim behind it."""

from __future__ import annotations

import pytest

from kgmem.extraction.openie import technical
from kgmem.language.standins import core, is_tied, untied

from .conftest import Read, name, rows


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("The database crm_dev is on web-host-7.", ["database crm_dev", "web-host-7"]),
        ("Reach mq-2:5672 or 10.1.2.3:80.", ["mq-2:5672", "10.1.2.3:80"]),
        ("Run it with --verbose and -q.", ["--verbose", "-q"]),
        ("We are on Redis 7 and Python 3.11.", ["Redis 7", "Python 3.11"]),
        ("The zone is Asia/Tokyo.", ["Asia/Tokyo"]),
        ("See https://wiki.example/a/b?c=1.", ["https://wiki.example/a/b?c=1"]),
        ("It is in src/core/io.py, not in /etc/hosts.", ["src/core/io.py", "/etc/hosts"]),
        ("Write to kim@mail.example.", ["kim@mail.example"]),
        ("Use gpt-4o-mini and all-MiniLM-L6-v2.", ["gpt-4o-mini", "all-MiniLM-L6-v2"]),
        ("Set DEBUG=1 in the env var APP_ENV.", ["DEBUG=1", "env var APP_ENV"]),
        ("Fixed by commit 9f3c2ab in ticket OPS-77.", ["commit 9f3c2ab", "ticket OPS-77"]),
        ("We released billing 2.4.1 and v3.", ["billing 2.4.1", "v3"]),
        ("Call `make all -j4` in Store.load().", ["make all -j4", "Store.load()"]),
    ],
)
def test_a_technical_name_is_one_word(text: str, names: list[str]) -> None:
    tied = technical.tied(text)
    assert len(tied) == len(text)
    assert [untied(w).rstrip(".,") for w in tied.split() if is_tied(w)] == names
    assert untied(tied) == text.replace("`", "")


@pytest.mark.parametrize(
    "text",
    [
        "My well-known mother-in-law has a ten-year-old and a 10-year-old.",
        "He/she likes black/white photos and/or 24/7 shops.",
        "We had fun.Then we left. It is 5 p.m. in the U.S. now, e.g. there.",
        "In May 3 people came, on 3.12.2024 and in Room 12.",
        "It is state-of-the-art, sci-fi and a top-10 hit from the mid-20s.",
        "I have three-quarters of it -- really - and a co-worker.",
        "We won 3-2 in 2019.",
    ],
)
def test_ordinary_words_stay_as_they_are(text: str) -> None:
    assert technical.tied(text) == text


def test_a_noun_before_a_name_is_no_part_of_it() -> None:
    assert core(technical.tied("host db-3")) == "db-3"


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I created the table crm_raw on db-host-3.", ("Nora", "created", "crm_raw")),
        ("My time zone is Europe/Lisbon.", ("Nora", "time zone is", "Europe/Lisbon")),
        ("crm_raw now runs on db-host-5.", ("crm_raw", "runs on", "db-host-5")),
        ("I fixed `cache.refill()` yesterday.", ("Nora", "fixed", "cache.refill()")),
        ("The token is in gateway/limits.py.", ("token", "is in", "gateway/limits.py")),
    ],
)
def test_a_technical_name_stands_verbatim_in_its_fact(
    read: Read, text: str, fact: tuple[str, str, str]
) -> None:
    assert fact in rows(read(text))


def test_a_pronoun_for_a_person_is_no_time_zone(read: Read) -> None:
    found = read("Ilse is here. My zone is Europe/Oslo. She fixed the test.")
    assert not [t for t in found if t.subject.name == "Europe/Oslo"]


def test_no_letter_of_the_parse_reaches_a_fact(read: Read) -> None:
    text = "No, not db-1, it runs on db-2. OPS-7 and web-9 failed; ask Kim about api-3."
    found = read(text)
    assert any("db-2" in triple.text for triple in found)
    for triple in found:
        terms = [triple.subject, triple.object, *(q.term for q in triple.qualifiers)]
        said = [triple.text, triple.predicate, *(name(t) for t in terms)]
        assert not any(is_tied(part) for part in said)
