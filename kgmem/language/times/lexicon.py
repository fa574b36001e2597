"""The words of time, and the cheap tokeniser that finds where a text has any."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """A set of words written as one string."""
    return frozenset(text.split())


def in_order(text: str) -> tuple[str, ...]:
    """Words written as one string, in order."""
    return tuple(text.split())


_MONTHS = (
    "january jan",
    "february feb febuary",
    "march mar",
    "april apr",
    "may",
    "june jun",
    "july jul",
    "august aug",
    "september sept sep",
    "october oct",
    "november nov",
    "december dec",
)
MONTH = {name: n for n, names in enumerate(_MONTHS, 1) for name in names.split()}
DOUBTFUL_MONTHS = words("may march mar april june jun august jan dec sep")
"""Verbs, names and adjectives too: they need a preposition, a day or a year beside them."""

_WEEKDAYS = (
    "monday mon",
    "tuesday tues tue",
    "wednesday wed weds wensday",
    "thursday thurs thur thu",
    "friday fri",
    "saturday sat saterday",
    "sunday sun",
)
WEEKDAY = {name: n for n, names in enumerate(_WEEKDAYS) for name in names.split()}
DOUBTFUL_WEEKDAYS = words("mon wed sat sun fri thu tue weds")

UNIT = {
    form: unit
    for unit, forms in {
        "second": "seconds secs",
        "minute": "minute minutes min mins",
        "hour": "hour hours hr hrs",
        "day": "day days night nights morning mornings evening evenings",
        "weekend": "weekend weekends",
        "week": "week weeks wk wks fortnight fortnights",
        "month": "month months",
        "season": "season seasons summer summers winter winters",
        "year": "year years yr yrs",
        "decade": "decade decades century centuries",
    }.items()
    for form in forms.split()
}
NUMBER = {
    word: n
    for n, word in enumerate(
        in_order(
            "one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
            "fifteen sixteen seventeen eighteen nineteen twenty"
        ),
        1,
    )
} | {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80}
ORDINAL = {word: n for n, word in enumerate(["first", "second", "third", "fourth", "fifth"], 1)}
DECADE = {
    word: n
    for n, word in enumerate(
        in_order("twenties thirties forties fifties sixties seventies eighties nineties"), 2
    )
}
SEASON = words("spring summer fall autumn winter")
PART = {
    "morning": (5, 12),
    "afternoon": (12, 18),
    "evening": (18, 24),
    "night": (18, 30),
    "lunchtime": (12, 14),
}
"""Local hours `[from, to)` of a part of a day; a night ends at six on the next."""
HOLIDAY = words(
    "christmas xmas easter halloween thanksgiving valentine valentines new independence "
    "mother mothers father fathers memorial labor labour black boxing good juneteenth "
    "epiphany"
)
NAMED_DAY = {
    "yesterday": -1,
    "yesturday": -1,
    "yesterdays": -1,
    "today": 0,
    "tonight": 0,
    "tonite": 0,
    "tomorrow": 1,
    "tommorow": 1,
    "tomorow": 1,
    "tmrw": 1,
    "tommorrow": 1,
}
DEICTIC = words("last this next past previous coming upcoming")
EDGE = {
    "early": "early",
    "beginning": "early",
    "start": "early",
    "mid": "middle",
    "middle": "middle",
    "late": "late",
    "end": "late",
}
APPROX = words("about around almost nearly over roughly approximately exactly only")
FREQUENCY = {
    "daily": 1.0,
    "nightly": 1.0,
    "weekly": 7.0,
    "fortnightly": 14.0,
    "biweekly": 14.0,
    "monthly": 365.25 / 12,
    "quarterly": 365.25 / 4,
    "yearly": 365.25,
    "annually": 365.25,
}
PREPOSITION = words(
    "in on at during over since until till til by before after for from between through "
    "throughout within every each once twice times"
)
FUTURE = words(
    "will ll gonna upcoming plan plans planning planned soon scheduled booked reserved tomorrow "
    "next starts begins opens leaves arrives expires ends"
)
FUTURE_PAIRS = frozenset(
    {
        "going to",
        "forward to",
        "see you",
        "see ya",
        "can wait",
        "excited for",
        "hope to",
        "runs out",
    }
)
PERFECT = words("have has had 've 's been now already known")
PAST_VERBS = words(
    "was were went had spent took did kept left ran slept taught felt got held sat stood made"
)
STILL = words("have has 've 's is are be 'm 're")
"""Before a participle: what it tells of may not be over ("I've lived", "I'm married")."""
AHEAD_VERBS = words("will 'll gonna going plan planning would could want")

LEXICON: dict[str, str] = {}
for _kind, _forms in (
    ("unit", UNIT),
    ("preposition", PREPOSITION),
    ("number", NUMBER),
    ("number", ("couple", "few", "several", "many", "hundred", "dozen")),
    ("ordinal", ORDINAL),
    ("edge", EDGE),
    ("approx", APPROX - {"over"}),
    ("part", PART),
    ("part", ("noon", "midday", "midnight")),
    ("holiday", HOLIDAY),
    ("season", SEASON),
    ("deictic", DEICTIC),
    ("named", NAMED_DAY),
    ("frequency", FREQUENCY),
    ("weekday", WEEKDAY),
    ("weekdays", (f"{name}s" for name in WEEKDAY if name.endswith("day"))),
    ("month", MONTH),
    ("months", (f"{name}s" for name in MONTH if len(name) > 4)),
    ("the", ("the", "these", "those")),
    ("article", ("a", "an", "half")),
    ("earlier", ("earlier", "later")),
    ("recently", ("recently", "not")),
    ("quote", ("'",)),
    ("all", ("all",)),
):
    LEXICON.update(dict.fromkeys(_forms, _kind))
_TELLING = words("recently unit part holiday season named frequency weekday weekdays month months")
TRIGGERS = frozenset(
    {word for word, kind in LEXICON.items() if kind in _TELLING} | set(DECADE)
) - words("not good new black mother mothers father fathers independence labor labour")
"""Without one of these words, or a digit, a text has no time in it."""
