"""Greedy replies of a transformers model to many prompts at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kgmem.protocols import Completion


def prompt_text(tokenizer: Any, system: str, user: str) -> str:
    """The prompt in the model's chat template, or plainly where it has none."""
    if getattr(tokenizer, "chat_template", None):
        messages = [{"role": "system", "content": system}, {"role": "user", "content": user}]
        return str(
            tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
        )
    return f"{system}\n\n{user}\n\n"


def generate(
    tokenizer: Any, model: Any, prompts: Sequence[str], *, max_tokens: int
) -> list[Completion]:
    """Greedy replies, in order; one pass for all, so a caller bounds how many there are.

    Args:
        tokenizer: pads.
        model: a causal language model.
        prompts: as `prompt_text` makes them.
        max_tokens: most tokens of a reply.
    """
    import torch

    if not prompts:
        return []
    side, tokenizer.padding_side = tokenizer.padding_side, "left"
    try:
        inputs = tokenizer(
            list(prompts), return_tensors="pt", padding=True, add_special_tokens=False
        )
    finally:
        tokenizer.padding_side = side
    ids, mask = inputs["input_ids"].to(model.device), inputs["attention_mask"].to(model.device)
    with torch.inference_mode():
        output = model.generate(
            input_ids=ids,
            attention_mask=mask,
            max_new_tokens=max_tokens,
            do_sample=False,
            num_beams=1,
            pad_token_id=tokenizer.pad_token_id,
        )
    replies = []
    for new, length in zip(output[:, ids.shape[1] :], mask.sum(dim=1), strict=True):
        text = tokenizer.decode(new, skip_special_tokens=True)
        replies.append(Completion(text, int(length), _used(new.tolist(), tokenizer)))
    return replies


def _used(tokens: Sequence[int], tokenizer: Any) -> int:
    """How many tokens a reply took, its end included, without the padding behind it."""
    padding = tokenizer.pad_token_id
    if padding not in tokens:
        return len(tokens)
    return tokens.index(padding) + int(padding == tokenizer.eos_token_id)
