"""Prints the largest difference of each network of scripts/gpu-check from the original network, relative to the largest output, as JSON."""

import json

import torch
from networks import bert, resnet, t5
from torchvision.models import resnet50
from transformers import BertConfig, BertForSequenceClassification, T5Config, T5ForConditionalGeneration


def difference(network, inputs, original, output, call):
    """Copy the weights of the original network, and return the relative difference of the outputs. The order of weights is the same."""
    # The original network lists shared weights twice.
    weights = {name: value for name, value in original.state_dict().items() if "embed_tokens" not in name and "position_ids" not in name}
    names = network.state_dict().keys()
    assert len(names) == len(weights)
    network.load_state_dict(dict(zip(names, weights.values())))
    with torch.inference_mode():
        expected = call(original.eval())
        return float((network(**inputs)[output] - expected).abs().max() / expected.abs().max())


def compare_bert():
    size = {"vocabulary": 256, "width": 32, "layers": 2, "heads": 4, "inner": 64, "tokens": 64}
    config = BertConfig(
        vocab_size=256, hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64, max_position_embeddings=64
    )
    network, inputs = bert.seeded(size, [40, 16, 5])
    ids = {"input_ids": inputs["token_ids"], "attention_mask": inputs["attn_mask"]}
    return difference(network, inputs, BertForSequenceClassification(config), "output", lambda original: original(**ids).logits)


def compare_resnet():
    network, inputs = resnet.seeded(shape=(2, 3, 64, 64))
    return difference(network, inputs, resnet50(), "output", lambda original: original(inputs["input"]))


def compare_t5():
    size = {"vocabulary": 64, "width": 32, "head": 8, "heads": 4, "inner": 64, "layers": 2}
    config = T5Config(
        vocab_size=64, d_model=32, d_kv=8, d_ff=64, num_layers=2, num_heads=4, tie_word_embeddings=False, feed_forward_proj="gated-gelu"
    )
    # T5 has a separate position bias for each short distance, and one bias for several longer distances. Both lengths include longer
    # distances, and the source is longer than the largest distance (128).
    network, inputs = t5.seeded(size, source=150, target=40)
    ids = {"input_ids": inputs["source_ids"], "attention_mask": inputs["attn_mask"], "decoder_input_ids": inputs["target_ids"]}
    return difference(network, inputs, T5ForConditionalGeneration(config), "logits", lambda original: original(**ids).logits)


print(json.dumps({"bert": compare_bert(), "resnet": compare_resnet(), "t5": compare_t5()}))
