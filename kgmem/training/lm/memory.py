"""What memory a run takes, computed before it begins: nothing is loaded but the configuration.

The peak is the larger of two moments: drawing (weights and the keys and values of all completions)
and learning (weights, gradients and Adam's moments of the adapter, activations of one micro-batch,
its logits). Adapters are kept in 32 bits, with a frozen copy as the reference. It is an estimate:
a framework's own buffers and fragmentation come on top, about a tenth.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kgmem.errors import ModelError
from kgmem.llm.places import Place
from kgmem.training.lm.settings import LmTraining

_GB = 1e9
_ADAPTER = 4 + 4 + 4 + 8  # the adapter, its reference, gradients, two moments: bytes a parameter
_COPIES = 3  # of the logits: themselves, their softmax, their gradients (32 bits)
_LAYER = 34  # activations of a transformer layer, in hidden sizes, without attention maps
_OVER = 1.1


@dataclass(frozen=True, slots=True)
class Estimate:
    """Memory in GB (1e9 bytes).

    Attributes:
        parameters: of the model.
        trained: of the adapter.
        weights: the model.
        adapter: with reference, gradients and moments.
        drawing: keys and values while drawing.
        learning: activations and logits of a micro-batch.
        peak: of all, with a tenth for what a framework needs.
    """

    parameters: int
    trained: int
    weights: float
    adapter: float
    drawing: float
    learning: float
    peak: float


def estimate(
    place: Place, settings: LmTraining, *, prompt: int, completion: int, gpu: bool
) -> Estimate:
    """What a run takes.

    Args:
        place: of the model; only its configuration is read.
        settings: of the run.
        prompt: tokens of the longest prompt.
        completion: tokens of the longest completion.
        gpu: 16-bit weights and activations computed again while learning; else 32 bits.

    Raises:
        ModelError: the configuration cannot be read.
    """
    config, shapes, parameters = _shapes(place)
    trained = sum(settings.rank * (rows + columns) for rows, columns in shapes)
    size = 2 if gpu else 4
    tokens, drawn = prompt + completion, settings.group * settings.prompts
    layers, hidden = int(config.num_hidden_layers), int(config.hidden_size)
    heads = int(config.num_attention_heads)
    width = int(getattr(config, "head_dim", None) or hidden // heads)
    held = int(getattr(config, "num_key_value_heads", None) or heads) * width
    drawing = drawn * tokens * layers * 2 * held * size
    one = settings.micro * tokens * hidden * _LAYER * size // 2
    kept = one + layers * settings.micro * tokens * hidden * size if gpu else layers * one
    logits = settings.micro * tokens * int(config.vocab_size) * 4 * _COPIES
    weights, adapter = parameters * size, trained * _ADAPTER
    peak = _OVER * (weights + adapter + max(drawing, kept + logits))
    figures = (weights, adapter, drawing, kept + logits, peak)
    return Estimate(parameters, trained, *(x / _GB for x in figures))


def _shapes(place: Place) -> tuple[Any, list[tuple[int, int]], int]:
    """The configuration, the linear layers that get an adapter, and how many parameters there are.

    The model is built without its weights.
    """
    import torch
    from transformers import AutoConfig, AutoModelForCausalLM

    gguf = {"gguf_file": place.gguf_file} if place.gguf_file else {}
    try:
        config = AutoConfig.from_pretrained(str(place.base), local_files_only=True, **gguf)
        with torch.device("meta"):
            model: Any = AutoModelForCausalLM.from_config(config)
    except (OSError, ValueError, KeyError) as error:
        raise ModelError(f"cannot read the model in {str(place.base)!r}: {error}") from error
    head = model.get_output_embeddings()
    linear = [m for m in model.modules() if isinstance(m, torch.nn.Linear) and m is not head]
    count = sum(p.numel() for p in model.parameters())
    return config, [(m.out_features, m.in_features) for m in linear], int(count)
