"""A causal language model of two layers with a tokenizer of bytes, made here: it knows nothing."""

_CHAT = (
    "{% for m in messages %}<|{{ m['role'] }}|>{{ m['content'] }}<eos>{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>{% endif %}"
)


def make(directory, *, tokenizer=True, chat=True, positions=2048):
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    special = ["<eos>", "<unk>", "<|system|>", "<|user|>", "<|assistant|>"]
    bytes_ = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {token: i for i, token in enumerate([*special, *bytes_])}
    if tokenizer:
        raw = Tokenizer(models.BPE(vocabulary, []))
        raw.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        raw.decoder = decoders.ByteLevel()
        made = PreTrainedTokenizerFast(
            tokenizer_object=raw,
            eos_token="<eos>",
            pad_token="<eos>",
            unk_token="<unk>",
            additional_special_tokens=special[2:],
        )
        if chat:
            made.chat_template = _CHAT
        made.save_pretrained(directory)
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=len(vocabulary),
        hidden_size=16,
        intermediate_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=2,
        max_position_embeddings=positions,
        eos_token_id=0,
        bos_token_id=0,
        pad_token_id=0,
    )
    LlamaForCausalLM(config).save_pretrained(directory)
    return directory
