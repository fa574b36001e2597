import xml.etree.ElementTree as ET
from datetime import datetime, timezone

import pytest

from kgmem.display import (
    answer_html,
    answer_text,
    fact_line,
    neighborhood_html,
    neighborhood_svg,
    when,
)
from kgmem.display.text import evidence_line
from kgmem.results import Answer, Evidence, Fact, Neighborhood
from kgmem.types import Bound, Validity

TIME = datetime(2024, 5, 1, 18, tzinfo=timezone.utc)


def fact(number, subject, predicate, obj, *, literal=False, **fields):
    known = {
        "qualifiers": {},
        "validity": Validity(),
        "status": "live",
        "tier": "asserted",
        "kind": "state",
        "positive": True,
        "modality": "actual",
        **fields,
    }
    return Fact(
        id=f"f{number}",
        subject=subject,
        subject_id=f"e:{subject}",
        predicate=predicate,
        relation=predicate,
        object=obj,
        object_id=None if literal else f"e:{obj}",
        text=f"{subject} {predicate} {obj}",
        said=TIME,
        confidence=0.9,
        trust=1.0,
        ended_by=(),
        evidence=(Evidence("ep1", 0, 3, f"{subject} {predicate} {obj}", subject, TIME),),
        namespace="default",
        **known,
    )


def around(center, *facts):
    ends = {f.subject_id: f.subject for f in facts} | {
        f.object_id: f.object for f in facts if f.object_id
    }
    depths = {i: int(name != center) for i, name in ends.items()}
    return Neighborhood(center, facts, depths, ends)


def texts(svg):
    root = ET.fromstring(svg)
    return ["".join(t.itertext()) for t in root.iter("{http://www.w3.org/2000/svg}text")]


def boxes(svg):
    root = ET.fromstring(svg)
    return [
        tuple(float(r.get(k)) for k in ("x", "y", "width", "height"))
        for r in root.iter("{http://www.w3.org/2000/svg}rect")
    ]


def test_a_picture_names_every_entity_and_predicate():
    shown = texts(
        neighborhood_svg(
            around("Nora", fact(1, "Nora", "adopted", "Biscuit"), fact(2, "Ana", "knows", "Nora"))
        )
    )
    assert {"Nora", "Biscuit", "Ana"} <= set(shown)
    assert any(t.startswith("adopted") for t in shown)
    assert any(t.startswith("knows") for t in shown)


def test_boxes_of_a_crowded_picture_do_not_overlap():
    facts = [fact(i, "Nora", "likes", f"thing number {i}") for i in range(35)]
    found = boxes(neighborhood_svg(around("Nora", *facts)))
    assert len(found) == 36
    for i, (x, y, w, h) in enumerate(found):
        for ox, oy, ow, oh in found[i + 1 :]:
            assert x + w <= ox or ox + ow <= x or y + h <= oy or oy + oh <= y


def test_a_picture_too_large_to_read_says_what_it_leaves_out():
    facts = [fact(i, "Nora", "likes", f"thing {i}") for i in range(60)]
    svg = neighborhood_svg(around("Nora", *facts))
    assert len(boxes(svg)) == 40
    assert "and 21 more facts" in texts(svg)


def test_two_equal_literals_are_two_boxes_and_one_entity_is_one():
    svg = neighborhood_svg(
        around(
            "Nora",
            fact(1, "Nora", "is", "tired", literal=True),
            fact(2, "Nora", "was", "tired", literal=True),
            fact(3, "Nora", "lives in", "Rome"),
            fact(4, "Nora", "works in", "Rome"),
        )
    )
    assert texts(svg).count("tired") == 2
    assert texts(svg).count("Rome") == 1


def test_a_negation_does_not_look_like_its_opposite():
    svg = neighborhood_svg(around("Nora", fact(1, "Nora", "eats", "meat", positive=False)))
    assert any(t.startswith("not: eats") for t in texts(svg))


def test_what_is_so_stays_visible_beside_what_is_not():
    svg = neighborhood_svg(
        around(
            "Nora",
            fact(1, "Nora", "knows", "Kim"),
            fact(2, "Nora", "likes", "Kim", positive=False),
            fact(3, "Kim", "likes", "Nora"),
            fact(4, "Kim", "trusts", "Nora", positive=False),
        )
    )
    shown = texts(svg)
    for label in ("knows", "not: likes", "likes", "not: trusts"):
        assert any(t.startswith(f"{label}Nora") or t.startswith(f"{label}Kim") for t in shown)
    paths = [p.get("d") for p in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}path")]
    assert len(set(paths)) == len(paths)
    crossed = svg.count('class="e x"')
    assert (crossed, svg.count('class="e"')) == (4, 4)


@pytest.mark.parametrize("evil", ["<script>alert(1)</script>", '"><img src=x onerror=y>', "a & b"])
def test_what_people_said_cannot_become_markup(evil):
    about = fact(1, evil, evil, evil)
    answer = Answer(evil, about.evidence, 0.5, facts=(about,), reason=evil)
    for page in (answer_html(answer), neighborhood_html(around(evil, about))):
        assert "<script" not in page
        assert "<img" not in page
        ET.fromstring(page)


def test_styles_of_a_picture_stay_inside_it():
    svg = neighborhood_svg(around("Nora", fact(1, "Nora", "adopted", "Biscuit")))
    style = ET.fromstring(svg).find("{http://www.w3.org/2000/svg}style").text
    assert all(rule.startswith(".kgmem-g ") for rule in style.split("}") if rule)


def test_a_fact_about_itself_and_a_bare_verb_need_no_picture_of_their_own():
    svg = neighborhood_svg(
        around(
            "Nora", fact(1, "Nora", "trusts", "Nora"), fact(2, "Nora", "sings", "", literal=True)
        )
    )
    assert len(boxes(svg)) == 1


def test_an_empty_neighborhood_says_so():
    assert "No facts about Nora" in neighborhood_html(Neighborhood("Nora", (), {}, {}))


def test_an_answer_is_shown_with_who_said_what_when():
    about = fact(1, "Nora", "adopted", "Biscuit")
    page = answer_html(Answer("Biscuit", about.evidence, 0.83, facts=(about,)))
    for words in ("Biscuit", "83%", "Nora, 1 May 2024", "[ep1]"):
        assert words in page
    assert answer_text(Answer("Biscuit", about.evidence)).splitlines() == [
        "Biscuit",
        "  “Nora adopted Biscuit” (Nora, 1 May 2024; ep1)",
    ]


def test_results_render_themselves_in_notebooks():
    about = fact(1, "Nora", "adopted", "Biscuit")
    assert "Biscuit" in Answer("Biscuit", about.evidence)._repr_html_()
    assert "<svg" in around("Nora", about)._repr_html_()


def day(month, granularity="day"):
    moment = datetime(2024, month, 3, tzinfo=timezone.utc)
    return Bound(moment, moment, granularity)


@pytest.mark.parametrize(
    ("validity", "kind", "words"),
    [
        (Validity(), "state", ""),
        (Validity(start=day(5)), "event", "3 May 2024"),
        (Validity(start=day(5)), "state", "since 3 May 2024"),
        (Validity(start=day(5, "month"), end=day(7)), "state", "May 2024 to 3 July 2024"),
        (Validity(end=day(7, "year")), "state", "until 2024"),
        (Validity(start=day(5), wording="last spring"), "state", "last spring"),
        (Validity(end=day(7, "week")), "state", "until the week of 3 July 2024"),
    ],
)
def test_times_are_written_as_people_write_them(validity, kind, words):
    assert when(fact(1, "Nora", "lives in", "Rome", validity=validity, kind=kind)) == words


def test_a_fact_that_ended_says_until_when():
    validity = Validity(start=day(2), end=day(7), wording="February 2024")
    ended = fact(1, "Nora", "lives in", "Rome", validity=validity, status="ended")
    assert when(ended) == "February 2024, until 3 July 2024"


def test_a_fact_line_shows_what_is_out_of_the_ordinary():
    line = fact_line(fact(1, "Nora", "lives in", "Rome", status="ended", modality="planned"))
    assert line == "f1  Nora lives in Rome  (ended, planned)"


@pytest.mark.parametrize(
    ("speaker", "origin", "who"),
    [("Nora", "told", "Nora"), (None, "corrected", "corrected"), (None, "observed", "?")],
)
def test_words_that_nobody_spoke_show_how_they_came_in(speaker, origin, who):
    evidence = Evidence("ep2", 0, 5, "Words", speaker, TIME, origin=origin)
    assert f" {who}]" in repr(evidence)
    assert f"({who}, 1 May 2024" in evidence_line(evidence)


def test_one_fact_is_not_called_several():
    one = Answer("Rome", facts=(fact(1, "Nora", "lives in", "Rome"),))
    assert "1 fact<" in answer_html(one)
