"""Text in scripts that the parser does not know: kept whole, its names distinct and searchable."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from kgmem.extraction.openie.scene import Scene
from kgmem.types import Qualifier, Ref, Triple, Value

CONFIDENCE = 0.35
MOST_NAMES = 6
LONGEST = 60
_SENTENCE = re.compile(r"[^.!?。！？؟\n]+[.!?。！？؟]*")
_SURNAMES = (
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤"
    "尹黎易常武乔贺赖龚文張劉陳楊趙黃吳孫馬羅鄭謝韓馮蕭鄧許呂蘇盧蔣賈葉閻鍾譚鄒陸龍萬錢湯賴龔"
)
_AFTER = "住在是去有喜爱愛说說和与與跟的了很也都不到来來从從从给給想要会會叫，。、！？,.!? "
_CHINESE = re.compile(
    rf"(?:(?<=^)"
    rf"|(?<=[，。、！？和与與跟是叫,.!?\s]))(?P<name>[{_SURNAMES}][\u4e00-\u9fff]{{1,2}}?)(?=[{_AFTER}]|$)"
)
_PLACES = re.compile(
    r"(?:在|到|去|来自|來自|从|從)(?P<name>[\u4e00-\u9fff]{2,3}?)(?=[，。、！？,.!?\s的了工住上读讀学學]|$)"
)
_JAPANESE = re.compile(
    r"(?P<name>[\u4e00-\u9fff\u30a0-\u30ffー]{1,6})(?:さん|くん|ちゃん|様|先生)|(?P<kana>[\u30a1-\u30faー]{3,})"
)
_KOREAN = re.compile(
    r"(?P<name>[\uac00-\ud7af]{2,4})(?:씨|님)|(?P<topic>[\uac00-\ud7af]{2,4})(?=[은는이가](?:\s|$))"
)
_ARABIC = re.compile(
    r"(?:في|إلى|من|اسمي|اسمه|اسمها|صديقي|صديقتي|أخي"
    r"|أختي)\s+(?P<name>[\u0621-\u064a]{3,}(?:\s(?=ال)[\u0621-\u064a]{3,})?)"
)
_ARABIC_NAMES = frozenset(["محمد", "أحمد", "علي", "عمر", "فاطمة", "عائشة", "خالد", "يوسف", "مريم",
    "حسن", "حسين", "ليلى", "سارة", "نور", "إبراهيم", "كريم", "سلمى", "زينب", "عبدالله", "رامي",
        "هدى", "سمير", "منى"])  # fmt: skip


def foreign(text: str) -> bool:
    """Whether most letters are of a script other than Latin."""
    letters = [c for c in text if c.isalpha()]
    return bool(letters) and sum(not _latin(c) for c in letters) * 2 > len(letters)


def _latin(character: str) -> bool:
    return character < "\u0250" or unicodedata.name(character, "").startswith("LATIN")


def sayings(scene: Scene, extractor: str) -> Iterator[Triple]:
    """One tentative fact a sentence: who said it, its words, the names in it."""
    speaker = scene.speaker
    for match in _SENTENCE.finditer(scene.observation.text):
        words = match.group().strip()
        if not any(c.isalnum() for c in words) or not foreign(words):
            continue
        start = match.start() + match.group().index(words)
        shown = words if len(words) <= LONGEST else words[:LONGEST].rsplit(" ", 1)[0]
        yield Triple(
            subject=speaker,
            predicate="said",
            object=Value(shown, "clause"),
            span=(start, start + len(words)),
            text=f"{speaker.name} said: {words}",
            qualifiers=tuple(Qualifier("about", Ref(n, "thing", True)) for n in names(words)),
            kind="event",
            confidence=CONFIDENCE,
            extractor=extractor,
        )


def names(text: str) -> list[str]:
    """Names in a sentence of another script, in order, each once."""
    found: list[tuple[int, str]] = []
    for pattern in (_CHINESE, _PLACES, _JAPANESE, _KOREAN, _ARABIC):
        for match in pattern.finditer(text):
            name = next((g for g in match.groups() if g), "")
            if name:
                found.append((match.start(), name))
    for match in re.finditer(r"[^\W\d_]+(?:[-’'][^\W\d_]+)*", text):
        word = match.group()
        cased = word[0].isupper() and word[1:].islower()
        if (cased and len(word) > 1) or word in _ARABIC_NAMES:
            found.append((match.start(), word))
    return list(dict.fromkeys(name for _, name in sorted(found)))[:MOST_NAMES]
