"""Exports the encoder and the decoder of a T5 as ONNX, and the choice of a token, with examples of what transformers' own `generate` returns.

The default is a T5 of two layers with random weights from a fixed seed; --model takes the name of one on Hugging Face, or a folder.
"""

import json
import sys
from pathlib import Path

import torch
from torch import nn
from transformers import T5Config, T5ForConditionalGeneration

sys.path.insert(0, str(Path(__file__).parents[1]))
from export_common import HUGGING_FACE, arguments, padded_prompts, write_example, write_onnx  # noqa: E402

OPSET = 17
SMALL = T5Config(
    vocab_size=64,
    d_model=32,
    d_kv=8,
    d_ff=64,
    num_layers=2,
    num_heads=4,
    tie_word_embeddings=False,  # as in T5 1.1
    initializer_factor=2.0,  # scores far enough apart that rounding changes no token
    decoder_start_token_id=0,
)
END = 1
MAX_NEW_TOKENS = 11  # of generate/1/model.py
LENGTHS = [[4], [9], [17], [31], [61], [101], [6, 13, 17]]  # tokens of the prompts of each example


class Encoder(nn.Module):
    """Prompts to the keys and values that all decoder layers attend to, which stay the same while a target is decoded."""

    def __init__(self, model: T5ForConditionalGeneration):
        super().__init__()
        self.encoder = model.encoder
        self.attentions = nn.ModuleList(block.layer[1].EncDecAttention for block in model.decoder.block)

    def forward(self, source_ids, attn_mask):
        states = self.encoder(input_ids=source_ids, attention_mask=attn_mask).last_hidden_state
        keys = [self.heads(attention, attention.k(states)) for attention in self.attentions]
        values = [self.heads(attention, attention.v(states)) for attention in self.attentions]
        return torch.stack(keys, 1), torch.stack(values, 1)

    @staticmethod
    def heads(attention, states):
        return states.view(*states.shape[:2], attention.n_heads, attention.key_value_proj_dim).transpose(1, 2)


class Decoder(nn.Module):
    """One token of each target to the scores of the next, and the keys and values of all its tokens.

    The first entry of the cache is a placeholder that no token attends to: an empty cache would be a tensor without elements, and the
    shapes of a TensorRT engine begin at 1.
    """

    def __init__(self, model: T5ForConditionalGeneration):
        super().__init__()
        self.model = model

    def forward(self, target_ids, attn_mask, cross_keys, cross_values, past_keys, past_values):
        cached = torch.ones(past_keys.shape[0], past_keys.shape[3])
        attended = torch.cat([torch.zeros(past_keys.shape[0], 1), cached], 1)
        caches = [tensor.unbind(1) for tensor in (past_keys, past_values, cross_keys, cross_values)]
        decoded = self.model(
            encoder_outputs=(attn_mask.unsqueeze(-1),),  # only its shape is read: keys and values are given
            attention_mask=attn_mask,
            decoder_input_ids=target_ids,
            decoder_attention_mask=attended,
            past_key_values=tuple(zip(*caches)),
        )
        keys, values = (torch.stack([layer[part] for layer in decoded.past_key_values], 1) for part in (0, 1))
        return decoded.logits[:, -1], keys, values


class Token(nn.Module):
    """The scores of the next token to the token with the highest one: all of the scores that has to leave the GPU."""

    def forward(self, logits):
        return logits.argmax(-1, keepdim=True).to(torch.int32)


options = arguments(__doc__, "t5", HUGGING_FACE)
torch.manual_seed(14)
torch.set_num_threads(1)  # the order of additions does not depend on the machine
model = (T5ForConditionalGeneration.from_pretrained(options.model) if options.model else T5ForConditionalGeneration(SMALL)).eval()
encoder, decoder = Encoder(model), Decoder(model)
random = torch.Generator().manual_seed(1)
for lengths in LENGTHS:
    source_ids, attn_mask = padded_prompts(lengths, model.config.vocab_size, END, random)
    inputs = {"source_ids": source_ids, "attn_mask": attn_mask}
    target = model.generate(source_ids.long(), attention_mask=attn_mask, max_new_tokens=MAX_NEW_TOKENS, num_beams=1, do_sample=False)
    name = "-".join(map(str, lengths))
    write_example(options.output / f"generate.examples/{name}-tokens.json", inputs, {"target_ids": target.to(torch.int32)})

with torch.inference_mode():
    cross_keys, cross_values = encoder(**inputs)
past = torch.zeros_like(cross_keys[:, :, :, :3])
decoder_inputs = {
    "target_ids": source_ids[:, :1],
    "attn_mask": attn_mask,
    "cross_keys": cross_keys,
    "cross_values": cross_values,
    "past_keys": past,
    "past_values": past.clone(),
}
source = {name: {1: "source"} for name in ("source_ids", "attn_mask")}
cross = {name: {3: "source"} for name in ("cross_keys", "cross_values")}
cache = {name: {3: "decoded"} for name in ("past_keys", "past_values")}
grown = {name: {3: "decoded_and_this"} for name in ("keys", "values")}
write_onnx(encoder, options.output / "encoder/1/model.onnx", inputs, [*cross], OPSET, {**source, **cross})
write_onnx(decoder, options.output / "decoder/1/model.onnx", decoder_inputs, ["logits", *grown], OPSET, {**source, **cross, **cache, **grown})
write_onnx(Token(), options.output / "token/1/model.onnx", {"logits": torch.zeros(1, model.config.vocab_size)}, ["token"], OPSET)
# What the shapes of the engines' profiles are made of.
sizes = {"layers": cross_keys.shape[1], "heads": cross_keys.shape[2], "width": cross_keys.shape[4]}
(options.output / "sizes.json").write_text(json.dumps(sizes) + "\n")
