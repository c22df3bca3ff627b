"""Exports the text classifier as ONNX, with an example.

512 token ids and their attention mask to the scores of 2 classes: the mean of the attended tokens' embeddings, and one linear
layer. Its weights come from a fixed seed.
"""

import sys
from pathlib import Path

import torch
from torch import nn

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
from export_common import write_example, write_onnx  # noqa: E402

TOKENS = 512
VOCABULARY = 8192


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(VOCABULARY, 32)
        self.scores = nn.Linear(32, 2)

    def forward(self, token_ids, attn_mask):
        weights = attn_mask.to(torch.float32).unsqueeze(-1)
        total = (self.embedding(token_ids) * weights).sum(1)
        return self.scores(total / weights.sum(1).clamp(min=1.0))


torch.manual_seed(21)
torch.set_num_threads(1)  # the order of additions does not depend on the machine
model = Classifier().eval()
with torch.no_grad():
    model.scores.weight.mul_(20)  # spreads the scores far beyond any tolerance
token_ids = torch.zeros(1, TOKENS, dtype=torch.int32)
token_ids[0, :40] = torch.randint(1, VOCABULARY, (40,), dtype=torch.int32)
inputs = {"token_ids": token_ids, "attn_mask": (token_ids != 0).to(torch.int32)}
with torch.inference_mode():
    scores = model(**inputs)

write_onnx(model, HERE / "onnx/1/model.onnx", inputs, ["output"])
write_example(HERE / "onnx.example.json", inputs, {"output": scores})
