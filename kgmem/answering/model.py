"""The language model's answer: one call over a distilled context, its citations checked."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kgmem import assets
from kgmem.answering.matching import stems
from kgmem.answering.reply import NOTHING, nothing
from kgmem.language.questions import Question
from kgmem.language.times import find
from kgmem.results import Answer, Candidate, Context, Evidence

if TYPE_CHECKING:
    from kgmem.protocols import LLM

MAX_TOKENS = 160
_THINK = re.compile(r"<think>.*?(?:</think>|$)", re.S | re.I)
_FENCE = re.compile(r"^```\w*\s*|\s*```$", re.M)
_ID = r"(?:[^\s\[\](),;]+/)?\b(?:f|ep)\d+"
_CITED = re.compile(rf"{_ID}\b")
_BRACKETS = re.compile(rf"\s*[\[(]\s*(?:{_ID}\s*[,;]?\s*)+[\])]")
_PREFIX = re.compile(r"^\s*(?:final\s+)?answer\s*[:=]\s*", re.I)
_ABSTAINS = re.compile(
    r"no information|not mentioned|not (?:enough|sufficient) information"
    r"|cannot be (?:answered|known)|^\W*unknown\W*$|i (?:don['’]t|do not) know", re.I
)  # fmt: skip
_RELATIVE = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|ago|last|next|this|previous|following)\b", re.I
)
_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "answer": {"type": "string"},
        "cited": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["answer", "cited"],
    "additionalProperties": False,
}


def answer_with_model(question: Question, context: Context, llm: LLM) -> Answer:
    """Answer from a context with one call of a language model.

    Args:
        question: analysed; its asker and time go into the prompt.
        context: distilled, with ids and dates.
        llm: called once.

    Returns:
        The answer with the evidence of the candidates it cites; ids that the context does not hold
        are dropped. An answer that cites nothing valid is kept only if its words stand in the
        context; otherwise it is an abstention.

    Raises:
        ModelError: the endpoint failed.
    """
    if not context.candidates:
        return nothing("memory holds nothing about this", 1.0)
    completion = llm.complete(
        assets.prompt("answer"),
        _user_prompt(question, context),
        max_tokens=MAX_TOKENS,
        schema=_SCHEMA,
    )
    text, cited = parse_reply(completion.text)
    if not text:
        return _signed(nothing("the model's reply held no answer"), context, llm)
    if _ABSTAINS.search(text):
        return _signed(nothing("the model found no answer in the context", 0.5), context, llm)
    known = {c.id: c for c in context.candidates}
    chosen = [known[i] for i in dict.fromkeys(cited) if i in known]
    reason = f"cites {', '.join(c.id for c in chosen)}"
    if not chosen:
        chosen = _overlapping(text, context.candidates)
        reason = "cited nothing valid; evidence by overlap of words"
    if not chosen:
        return _signed(nothing("the model's answer has no support in the context"), context, llm)
    answer = Answer(
        text=_dated(text, question, chosen[0]),
        evidence=_evidence(chosen),
        confidence=0.8 if reason.startswith("cites") else 0.4,
        facts=tuple(c.fact for c in chosen if c.fact is not None),
        reason=reason,
    )
    return _signed(answer, context, llm)


def _user_prompt(question: Question, context: Context) -> str:
    lines = [f"Memory:\n{context.text}", f"Today is {question.now:%d %B %Y}."]
    if question.asker:
        lines.append(f"The question is asked by {question.asker}.")
    return "\n\n".join([*lines, f"Question: {question.text}"])


def _signed(answer: Answer, context: Context, llm: LLM) -> Answer:
    from dataclasses import replace

    return replace(answer, context=context, model=llm.id)


def parse_reply(reply: str) -> tuple[str, tuple[str, ...]]:
    """Answer and cited ids of whatever a model wrote: JSON, fenced, cut off, or plain words."""
    bare = _FENCE.sub("", _THINK.sub("", reply)).strip()
    found = _json_object(bare)
    if found is not None:
        answer = found.get("answer", "")
        if isinstance(answer, (list, tuple)):
            answer = ", ".join(str(a) for a in answer)
        listed = found.get("cited", found.get("citations", []))
        cited = tuple(_CITED.findall(json.dumps(listed))) + tuple(_CITED.findall(str(answer)))
        return _clean(str(answer)), cited
    lines = [line for line in bare.splitlines() if line.strip()]
    return _clean(lines[0] if lines else ""), tuple(_CITED.findall(bare))


def _json_object(text: str) -> dict[str, Any] | None:
    start = text.find("{")
    if start < 0:
        return None
    body = text[start:]
    for candidate in (body, body[: body.rfind("}") + 1], re.sub(r",\s*([}\]])", r"\1", body)):
        try:
            found, _ = json.JSONDecoder().raw_decode(candidate)
        except (ValueError, RecursionError):
            continue
        return found if isinstance(found, dict) else None
    cut = re.search(r'"answer"\s*:\s*"((?:[^"\\]|\\.)*)', body)
    return {"answer": cut.group(1), "cited": _CITED.findall(body)} if cut else None


def _clean(answer: str) -> str:
    plain = _PREFIX.sub("", _BRACKETS.sub("", answer))
    return " ".join(plain.split()).strip(' "“”')


def _dated(text: str, question: Question, cited: Candidate) -> str:
    """An answer to "when" with a relative time worked out from the day its evidence was said."""
    if question.kind != "when" or not cited.evidence or not _RELATIVE.search(text):
        return text
    mentions = find(text, cited.evidence[0].time)
    relative = [m for m in mentions if _RELATIVE.search(m.text) and m.validity.wording]
    for mention in sorted(relative, key=lambda m: -m.start):
        text = text[: mention.start] + mention.validity.wording + text[mention.end :]
    return text


def _overlapping(text: str, candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidate that holds most of the answer's words, when it holds at least half of them."""
    wanted = stems(text)
    if not wanted:
        return []
    scored = [(len(wanted & stems(c.text)) / len(wanted), c) for c in candidates]
    share, best = max(scored, key=lambda item: item[0])
    return [best] if share >= 0.5 else []


def _evidence(candidates: Sequence[Candidate]) -> tuple[Evidence, ...]:
    return tuple(dict.fromkeys(e for c in candidates for e in c.evidence))


__all__ = ["NOTHING", "answer_with_model", "parse_reply"]
