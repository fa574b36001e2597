"""Times given to the API, validity against moments and windows, and phrasing."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone

import pytest

from kgmem.errors import InputError
from kgmem.language.times import (
    contains,
    find,
    how_long,
    overlaps,
    parse_bound,
    parse_moment,
    parse_validity,
    phrase,
    phrase_bound,
)
from kgmem.types import Bound, Validity

UTC = timezone.utc


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2024-05-20", datetime(2024, 5, 20, tzinfo=UTC)),
        ("2024-05-01T18:00Z", datetime(2024, 5, 1, 18, tzinfo=UTC)),
        ("2024-05-01 18:00:05", datetime(2024, 5, 1, 18, 0, 5, tzinfo=UTC)),
        ("2024-05-01T18:00:05.25+02:00", datetime(2024, 5, 1, 16, 0, 5, 250000, tzinfo=UTC)),
        ("2024-05-01T23:30-05:00", datetime(2024, 5, 2, 4, 30, tzinfo=UTC)),
        ("2021", datetime(2021, 1, 1, tzinfo=UTC)),
        ("2021-03", datetime(2021, 3, 1, tzinfo=UTC)),
        ("8 May 2023", datetime(2023, 5, 8, tzinfo=UTC)),
        ("May 8, 2023", datetime(2023, 5, 8, tzinfo=UTC)),
        ("May 2023", datetime(2023, 5, 1, tzinfo=UTC)),
        ("1:56 pm on 8 May, 2023", datetime(2023, 5, 8, 13, 56, tzinfo=UTC)),
        ("12:09 am on 13 September, 2023", datetime(2023, 9, 13, 0, 9, tzinfo=UTC)),
        (date(2024, 5, 20), datetime(2024, 5, 20, tzinfo=UTC)),
        (datetime(2024, 5, 20, 7), datetime(2024, 5, 20, 7, tzinfo=UTC)),
        (datetime(2024, 5, 20, 7, tzinfo=UTC), datetime(2024, 5, 20, 7, tzinfo=UTC)),
    ],
)
def test_a_moment_is_read_in_any_of_its_forms(value: object, expected: datetime) -> None:
    moment = parse_moment(value)  # type: ignore[arg-type]
    assert moment == expected
    assert moment.tzinfo is not None


def test_a_naive_moment_is_local_to_the_zone_that_was_named() -> None:
    summer = parse_moment("2024-07-01T12:00", "America/New_York")
    assert summer == datetime(2024, 7, 1, 16, tzinfo=UTC)
    assert parse_moment(date(2024, 1, 1), "Asia/Tokyo") == datetime(2023, 12, 31, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    "value",
    [
        "",
        "yesterday",
        "May",
        "3 May",
        "soon",
        "2024-13-01",
        "2024-02-30",
        "1716163200",
        1716163200,
        True,
        None,
        "0000",
        "9999-12-31",
        "0001-01-01",
        "25:00 pm on 8 May 2023",
        "2024-05-01T25:00",
        "x" * 10_000,
        "2024-05-20 or so",
        "8 May 2023 yesterday",
        datetime.max,
        datetime.min,
        date.max,
    ],
)
def test_what_is_not_a_moment_is_refused_with_the_accepted_forms(value: object) -> None:
    with pytest.raises(InputError, match="known_at="):
        parse_moment(value, name="known_at")  # type: ignore[arg-type]


def test_the_error_lists_what_is_accepted() -> None:
    with pytest.raises(InputError, match="2024-05-20T18:00Z"):
        parse_moment("someday")


@pytest.mark.parametrize("name", ["Mars/Olympus", "", "../etc/passwd", "Europe"])
def test_an_unknown_zone_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="timezone"):
        parse_moment("2024-05-20", name)


@pytest.mark.parametrize(
    ("value", "granularity", "wording"),
    [
        ("2021", "year", "2021"),
        ("2021-03", "month", "March 2021"),
        ("2021-03-05", "day", "5 March 2021"),
        ("2021-03-05T09:30Z", "minute", "9:30 am on 5 March 2021"),
        ("summer 2022", "season", "summer 2022"),
        ("8 May 2023", "day", "8 May 2023"),
    ],
)
def test_a_told_time_stays_as_coarse_as_it_was_told(
    value: str, granularity: str, wording: str
) -> None:
    validity = parse_validity(value)
    assert validity.start is not None
    assert validity.start.granularity == granularity
    assert phrase(validity) == wording
    assert parse_validity(validity) is validity


def span(first: str, last: str | None = None) -> Validity:
    return Validity(parse_bound(first), parse_bound(last) if last else None)


@pytest.mark.parametrize(
    ("first", "last", "moment", "expected"),
    [
        ("2021", None, "2020-12-31", False),
        ("2021", None, "2021-01-01", True),
        ("2021", None, "2030-01-01", True),
        ("2021", "2023-05", "2023-04-30", True),
        ("2021", "2023-05", "2023-05-01", False),
    ],
)
def test_a_validity_holds_from_its_first_possible_instant_until_it_may_have_ceased(
    first: str, last: str | None, moment: str, *, expected: bool
) -> None:
    assert contains(span(first, last), parse_moment(moment)) is expected


def test_bounds_that_are_open_on_one_side_count_by_the_other() -> None:
    before = Validity(Bound(None, parse_moment("2020")))
    assert not contains(before, parse_moment("2019"))
    assert contains(before, parse_moment("2020"))
    assert contains(Validity(), parse_moment("2020"))
    assert not contains(Validity(end=Bound(None, parse_moment("2020"))), parse_moment("2020"))


def test_an_event_overlaps_its_own_window_only_and_a_state_all_later_ones() -> None:
    may = parse_validity("2023-05")
    july = parse_validity("2023-07")
    ninth = parse_validity("2023-05-09")
    assert overlaps(ninth, may, lasting=False)
    assert not overlaps(ninth, july, lasting=False)
    assert overlaps(ninth, july)
    assert not overlaps(july, may)
    assert overlaps(span("2022", "2023-06"), may)
    assert not overlaps(span("2022", "2023-03"), may)
    assert overlaps(Validity(), may)


@pytest.mark.parametrize(
    ("first", "last", "granularity", "expected"),
    [
        ("2023-05-07", "2023-05-08", "day", "7 May 2023"),
        ("2023-06-01", "2023-07-01", "month", "June 2023"),
        ("2018", "2019", "year", "2018"),
        ("2018", "2021", "year", "2018-2020"),
        ("2022-06", "2022-09", "season", "summer 2022"),
        ("2022-12", "2023-03", "season", "winter 2022-23"),
        ("2023-07-03", "2023-07-10", "week", "the week of 3 July 2023"),
        ("2023-07-08", "2023-07-10", "weekend", "the weekend of 8 July 2023"),
        ("1990", "2000", "decade", "the 1990s"),
        ("2023-06-09T17:00Z", "2023-06-09T18:00Z", "hour", "5 pm on 9 June 2023"),
        ("2023-06-09T18:00Z", "2023-06-10", "part_of_day", "the evening of 9 June 2023"),
        ("2023-01-05", "2023-03-09", "unknown", "between 5 January 2023 and 8 March 2023"),
    ],
)
def test_a_bound_is_phrased_by_its_granularity(
    first: str, last: str, granularity: str, expected: str
) -> None:
    bound = Bound(parse_moment(first), parse_moment(last), granularity)  # type: ignore[arg-type]
    assert phrase_bound(bound) == expected


@pytest.mark.parametrize("hours", [-11, -5, 0, 5, 11])
def test_a_day_keeps_its_date_when_its_bound_was_stored_in_utc(hours: int) -> None:
    local = timezone(timedelta(hours=hours))
    start = datetime(2023, 5, 7, tzinfo=local)
    stored = Bound(start.astimezone(UTC), (start + timedelta(1)).astimezone(UTC), "day")
    assert phrase_bound(stored) == "7 May 2023"


def test_an_open_bound_and_an_empty_validity_are_phrased() -> None:
    assert phrase_bound(Bound(parse_moment("2020-02-03"), None)) == "after 3 February 2020"
    assert phrase_bound(Bound(None, parse_moment("2020-02-03"))) == "before 3 February 2020"
    assert phrase_bound(Bound(None, None)) == ""
    assert phrase(Validity()) == ""
    assert phrase(span("2020", "2022")) == "from 2020 to 2022"
    assert phrase(Validity(end=parse_bound("2022"))) == "until 2022"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("last night", "8 June 2023"),
        ("Friday night", "the Friday before 9 June 2023"),
        ("tomorrow at noon", "10 June 2023"),
        ("at 5:30 pm", "9 June 2023"),
        ("last week", "the week before 9 June 2023"),
    ],
)
def test_a_time_can_be_phrased_no_finer_than_a_day(text: str, expected: str) -> None:
    mention = find(text, datetime(2023, 6, 9, 19, 55, tzinfo=UTC))[0]
    assert phrase(mention.validity, finest="day") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I have known them for four years", "four years"),
        ("I have sung since 2016", "7 years"),
        ("We met ten years ago", "10 years"),
        ("She has been here since March", "3 months"),
        ("I fell two days ago", "2 days"),
        ("It has been here since today", "less than a day"),
    ],
)
def test_how_long_something_has_lasted_is_said_in_its_own_words_or_counted(
    text: str, expected: str
) -> None:
    now = datetime(2023, 6, 9, 19, 55, tzinfo=UTC)
    assert how_long(find(text, now)[0].validity, now) == expected


def test_a_length_ends_where_the_validity_does() -> None:
    assert how_long(span("2010", "2013"), parse_moment("2023")) == "3 years"
    assert how_long(Validity(), parse_moment("2023")) == ""
