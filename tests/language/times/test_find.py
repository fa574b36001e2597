"""`find` against a table of judged expressions, and what holds for any text."""

from __future__ import annotations

import random
import time
from datetime import datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from kgmem.errors import InputError
from kgmem.language.times import find, parse_moment
from kgmem.types import Bound, TimeMention

ANCHOR = datetime(2023, 6, 9, 19, 55, tzinfo=timezone.utc)  # a Friday


def judged() -> list[tuple[str, str, list[list[str]]]]:
    rows: list[tuple[str, str, list[list[str]]]] = []
    for line in (Path(__file__).parent / "judged.tsv").read_text("utf-8").splitlines()[1:]:
        if line.startswith("\t"):
            rows[-1][2].append((line[1:].split("\t") + [""] * 6)[:6])
        else:
            anchor, text = line.split("\t")
            rows.append((anchor, text, []))
    return rows


def written(bound: Bound | None) -> str:
    if bound is None:
        return ""
    ends = []
    for moment in (bound.earliest, bound.latest):
        clock = moment is not None and (moment.hour, moment.minute) != (0, 0)
        ends.append(
            "" if moment is None else f"{moment:%Y-%m-%dT%H:%M}" if clock else f"{moment:%Y-%m-%d}"
        )
    return f"{ends[0]}..{ends[1]} {bound.granularity}"


def row(mention: TimeMention) -> list[str]:
    validity = mention.validity
    days = "" if mention.amount is None else f"{mention.amount:.2f}"
    return [
        mention.text,
        mention.kind,
        written(validity.start),
        written(validity.end),
        validity.wording,
        days,
    ]


def one(text: str, anchor: datetime = ANCHOR, **options: str) -> TimeMention:
    mentions = find(text, anchor, **options)
    assert len(mentions) == 1, mentions
    return mentions[0]


@pytest.mark.parametrize(("anchor", "text", "expected"), judged())
def test_an_expression_is_resolved_as_judged(anchor: str, text: str, expected: list) -> None:
    assert [row(m) for m in find(text, parse_moment(anchor))] == expected


def test_the_table_is_large_enough_and_has_traps() -> None:
    rows = judged()
    assert sum(len(expected) for _, _, expected in rows) >= 280
    assert sum(not expected for _, _, expected in rows) >= 15


def test_a_mention_carries_its_span_and_its_words() -> None:
    text = "Well, last Sunday I sang; two days ago I slept."
    for mention in find(text, ANCHOR):
        assert text[mention.start : mention.end] == mention.text
    assert [m.text for m in find(text, ANCHOR)] == ["last Sunday", "two days ago"]


def test_bounds_are_in_the_zone_of_the_anchor() -> None:
    anchor = datetime(2024, 3, 10, 23, 30, tzinfo=timezone(timedelta(hours=-5)))
    start = one("I landed today", anchor).validity.start
    assert start is not None
    assert start.earliest == datetime(2024, 3, 10, 5, tzinfo=timezone.utc)
    assert start.latest == datetime(2024, 3, 11, 5, tzinfo=timezone.utc)


def test_a_day_on_which_clocks_change_has_its_real_length() -> None:
    anchor = datetime(2024, 4, 1, 9, tzinfo=ZoneInfo("Europe/Lisbon"))
    start = one("It was yesterday", anchor).validity.start
    assert start is not None
    assert start.earliest is not None
    assert start.latest is not None
    length = start.latest.astimezone(timezone.utc) - start.earliest.astimezone(timezone.utc)
    assert length == timedelta(hours=23)


def test_an_undirected_day_leans_as_it_is_told() -> None:
    assert one("on Monday", prefer="past").validity.wording == "the Monday before 9 June 2023"
    assert one("on Monday", prefer="future").validity.wording == "the Monday after 9 June 2023"
    assert one("in October", prefer="past").validity.wording == "October 2022"
    assert one("in October", prefer="future").validity.wording == "October 2023"


def test_a_length_of_time_ahead_is_a_duration_in_the_past() -> None:
    assert one("built in two weeks", prefer="past").kind == "duration"
    assert one("it opens in two weeks").kind == "point"


def test_a_naive_anchor_is_refused() -> None:
    with pytest.raises(InputError, match="zone-aware"):
        find("yesterday", datetime(2024, 1, 1))


@pytest.mark.parametrize("year", [2, 3, 50, 9990, 9997])
def test_anchors_at_the_edge_of_the_calendar_do_not_raise(year: int) -> None:
    anchor = datetime(year, 1, 1, tzinfo=timezone(timedelta(hours=14)))
    for _, text, _ in judged():
        find(text, anchor)


def test_any_mixture_of_time_words_gives_ordered_disjoint_mentions_that_can_be_compared() -> None:
    pool = sorted({w for _, text, _ in judged() for w in text.replace(".", " . ").split()})
    pool += ["\ud800", "\x00", "٣", "²", "Ⅷ", "İ", "’", "00:00", "99:99", "0000-00-00", "31/31/31"]
    choose = random.Random(0)
    for _ in range(1500):
        text = " ".join(choose.choices(pool, k=choose.randint(1, 12)))
        position = 0
        for mention in find(text, ANCHOR):
            assert position <= mention.start < mention.end
            assert text[mention.start : mention.end] == mention.text
            position = mention.end
            for bound in (mention.validity.start, mention.validity.end):
                if bound is not None and bound.earliest and bound.latest:
                    assert bound.earliest < bound.latest, text


@pytest.mark.parametrize(
    "piece",
    ["the week before ", "about ", "from May ", "1", "'", "a", "early ", "2 or ", "5 pm on ", "."],
)
def test_time_grows_in_line_with_the_text(piece: str) -> None:
    def seconds(size: int) -> float:
        text = (piece * size)[:size] + " day 1"
        best = 9.0
        for _ in range(2):
            begin = time.process_time()
            find(text, ANCHOR)
            best = min(best, time.process_time() - begin)
        return best

    small, large = seconds(2_000), seconds(16_000)
    assert large < 30 * small + 0.05  # linear is 8, quadratic 64


def test_the_wall_clock_of_the_speaker_counts_not_utc() -> None:
    late = datetime(2024, 3, 10, 23, 30, tzinfo=timezone(timedelta(hours=-5)))
    assert one("We met yesterday", late).validity.wording == "9 March 2024"
    assert (
        one("We met yesterday", late.astimezone(timezone.utc)).validity.wording == "10 March 2024"
    )


def test_last_week_is_the_monday_to_sunday_before() -> None:
    start = one("I moved last week", datetime(2022, 3, 10, 9, tzinfo=timezone.utc)).validity.start
    assert written(start) == "2022-02-28..2022-03-07 week"


def test_a_weekday_said_on_that_day_is_a_week_away() -> None:
    assert written(one("last Friday").validity.start) == "2023-06-02..2023-06-03 day"
    assert written(one("next Friday").validity.start) == "2023-06-16..2023-06-17 day"


@pytest.mark.parametrize(
    ("year", "day"), [(2023, "2023-04-09"), (2024, "2024-03-31"), (2025, "2025-04-20")]
)
def test_easter_is_computed(year: int, day: str) -> None:
    start = one(f"We met on Easter {year}").validity.start
    assert written(start).startswith(day)


def test_text_in_other_scripts_has_no_english_times() -> None:
    assert find("王芳昨天住在北京。Вчера я был в Риме.", ANCHOR) == []


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("I gave a talk on Thursday the 8th.", "8 June 2023"),
        ("It is on Sunday the 25th.", "25 June 2023"),
        ("I met Bo on Friday the 19th.", "19 May 2023"),
    ],
)
def test_a_weekday_with_its_number_is_that_day(text: str, day: str) -> None:
    found = find(text, datetime(2023, 6, 17, 12, tzinfo=timezone.utc))
    assert [m.validity.wording for m in found] == [day]


def test_that_friday_is_one_of_which_was_said_before() -> None:
    now = datetime(2023, 6, 17, 12, tzinfo=timezone.utc)
    assert not find("It was due that Friday.", now)
    assert find("I think that Friday works.", now)
