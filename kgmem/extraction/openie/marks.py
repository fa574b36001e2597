"""What the form of a clause says of its facts: how it hangs, how sure and how complete it is."""

from __future__ import annotations

from kgmem.extraction.openie import inflection, naming, predicates
from kgmem.extraction.openie.clauses import Clause
from kgmem.extraction.openie.lexicon import lexicon

_HEDGES = frozenset(["almost", "nearly", "barely", "hardly", "scarcely", "practically"])


def of_clause(clause: Clause) -> frozenset[str]:
    """The flags of every fact that a clause states."""
    lemma = clause.main.lemma_.lower()
    misread = (
        clause.link == "ccomp" and clause.governor is not None and clause.main.i < clause.governor.i
    )
    link = "parataxis" if misread else "ROOT" if _known(clause) else clause.link
    flags = {f"link_{link}", f"subject_kind_{clause.subject_kind}"}
    if lemma in lexicon().light and clause.link:
        flags.add("light_verb")
    direct = any(
        c.dep_ == "dobj" and c.pos_ in {"PROPN", "NOUN", "ADJ"} for c in clause.main.children
    )
    if lemma in lexicon().chat and not (lemma == "speak" and direct):
        flags.add("chat_verb")
    flags |= _lacks(clause)
    if clause.mark in {"before", "until", "till", "til", "unless", "like", "than"}:
        flags.add("not_yet")
    if clause.mark and not (clause.mark == "that" and _known(clause)):
        flags.add("marked")
    if clause.mark in {"when", "since", "while", "as"} and clause.main.lemma_ == "be":
        flags.add("background")
    if clause.governor is not None and link == "ccomp":
        governor = clause.governor.lemma_.lower()
        flags.add(
            "belief"
            if governor in lexicon().belief
            else "reported"
            if governor in lexicon().speech
            else "governed"
        )
    if len(clause.verbs) > 1:
        flags.add("chain")
    if inflection.is_present(clause.top) or "ability" in flags:
        flags.add("present")
    if any(c.lower_ in {"can", "ca"} for v in clause.verbs for c in v.children if c.dep_ == "aux"):
        flags.add("ability")
    return frozenset(flags)


def _known(clause: Clause) -> bool:
    """As in "I realized that I love teaching": what one knows is so."""
    governor = clause.governor
    if clause.link != "ccomp" or governor is None or governor.lemma_.lower() not in _FACTIVE:
        return False
    if any(c.dep_ == "neg" for c in governor.children):
        return False
    return any(c.dep_ == "nsubj" and c.lower_ in {"i", "we"} for c in governor.children)


_FACTIVE = frozenset(
    ["realize", "realise", "know", "learn", "discover", "notice", "remember", "decide"]
)


def _lacks(clause: Clause) -> set[str]:
    """What its words leave open, or what they need not say."""
    enough = _says_enough(clause)
    flags = {enough} if enough else set()
    adverbs = {c.lower_ for v in clause.verbs for c in v.children if c.dep_ == "advmod"}
    if _superlative(clause) or _elided_comparison(clause) or adverbs & _HEDGES:
        flags.add("hedged")
    if _untold(clause):
        flags.add("lost_many")
    return flags


def _says_enough(clause: Clause) -> str:
    """`turning` or `complete_verb` where the verb needs no object; empty where it does.

    As in "they divorced", "Rex passed away" and in "she sings", "we slept in".
    """
    main, known = clause.main, lexicon()
    particles = [p.lower_ for p in predicates.particles(main)]
    said = " ".join([main.lemma_.lower(), *particles])
    if any(c.dep_ == "auxpass" for c in main.children):
        return "turning" if said in _MARITAL else ""
    if said in known.turning:
        return "turning"
    return "complete_verb" if said in known.alone | known.alone_phrasal else ""


def _elided_comparison(clause: Clause) -> bool:
    """As in "the new one is better": than what stands elsewhere."""
    complement = next((c for c in clause.main.children if c.dep_ == "acomp"), None)
    if complement is None:
        return False
    words = [complement, *(c for c in complement.children if c.dep_ == "advmod")]
    compared = any(t.tag_ in {"JJR", "RBR"} and t.lower_ != "longer" for t in words)
    return compared and not any(t.lower_ == "than" for t in clause.main.subtree)


def _untold(clause: Clause) -> bool:
    """As in "I told Ana": somebody was told, asked or promised something that is not said."""
    main = clause.main
    if main.lemma_.lower() not in lexicon().speech | {"promise", "remind", "warn", "show"}:
        return False
    objects = [c for c in main.children if c.dep_ in {"dobj", "dative"}]
    alone = len(objects) == 1 and (
        objects[0].tag_ == "PRP" or naming.guess_type(objects[0]) == "person"
    )
    return alone and not any(c.dep_ in {"ccomp", "xcomp", "prep", "advcl"} for c in main.children)


def _superlative(clause: Clause) -> bool:
    """As in "I have never been happier" (not "no longer"): a denial that means the most."""
    if not clause.negative:
        return False
    words = (t for c in clause.main.children for t in (c, *c.children))
    return any(t.tag_ in {"JJR", "RBR"} and t.lower_ != "longer" for t in words)


_MARITAL = frozenset(["marry", "divorce", "separate", "fire", "promote", "engage", "evict"])
