"""Saves a T5 model that differs from the placeholder in all properties that the export must not assume, such as tied embeddings."""

import sys

import torch
from transformers import T5Config, T5ForConditionalGeneration

torch.manual_seed(31)
config = T5Config(
    vocab_size=48,
    d_model=48,
    d_kv=12,
    d_ff=64,
    num_layers=3,
    num_decoder_layers=4,
    num_heads=2,
    feed_forward_proj="gated-gelu",
    initializer_factor=4.0,
    decoder_start_token_id=0,
)
T5ForConditionalGeneration(config).save_pretrained(sys.argv[1])
