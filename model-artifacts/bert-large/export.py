"""Exports a BERT that scores 2 classes as ONNX and as TorchScript, with examples for each.

The default is a BERT of two layers with random weights from a fixed seed; --model takes the name of one on Hugging Face, or a folder.
"""

import sys
from pathlib import Path

import torch
from torch import nn
from transformers import BertConfig, BertForSequenceClassification

sys.path.insert(0, str(Path(__file__).parents[1]))
from export_common import HUGGING_FACE, arguments, padded_prompts, write_example, write_onnx, write_torchscript  # noqa: E402

SMALL = BertConfig(
    vocab_size=1024,
    hidden_size=32,
    num_hidden_layers=2,
    num_attention_heads=4,
    intermediate_size=128,
    max_position_embeddings=512,
    initializer_range=0.5,  # spreads the scores far beyond any tolerance
)
SEPARATOR = 102
LENGTHS = [[512], [128], [5, 16, 40]]  # tokens of the texts of each example


class Classifier(nn.Module):
    def __init__(self, bert: BertForSequenceClassification):
        super().__init__()
        self.bert = bert

    def forward(self, token_ids, attn_mask):
        return self.bert(input_ids=token_ids, attention_mask=attn_mask).logits


options = arguments(__doc__, "bert-large", HUGGING_FACE)
torch.manual_seed(22)
torch.set_num_threads(1)  # the order of additions does not depend on the machine
bert = BertForSequenceClassification.from_pretrained(options.model) if options.model else BertForSequenceClassification(SMALL)
model = Classifier(bert).eval()
random = torch.Generator().manual_seed(1)
for lengths in LENGTHS:
    token_ids, attn_mask = padded_prompts(lengths, bert.config.vocab_size, SEPARATOR, random)
    with torch.inference_mode():
        scores = model(token_ids, attn_mask)
    name = "-".join(map(str, lengths)) + "-tokens.json"
    write_example(options.output / "onnx.examples" / name, {"token_ids": token_ids, "attn_mask": attn_mask}, {"output": scores})
    write_example(options.output / "torchscript.examples" / name, {"INPUT__0": token_ids, "INPUT__1": attn_mask}, {"OUTPUT__0": scores})

inputs = {"token_ids": token_ids, "attn_mask": attn_mask}
write_onnx(model, options.output / "onnx/1/model.onnx", inputs, ["output"], 17, {name: {1: "tokens"} for name in inputs})
with torch.no_grad():
    traced = torch.jit.trace(model, (token_ids, attn_mask))
write_torchscript(torch.jit.freeze(traced), options.output / "torchscript/1/model.pt")
