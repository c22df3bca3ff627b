"""Writes the metrics of a minute as documents in CloudWatch's embedded metric format."""

import json
import math

NAMESPACE = "TritonOnSageMaker"
# The size up to which no other process can write into the middle of a document (PIPE_BUF).
MAX_BYTES = 4096
# Values that the format allows for a metric.
MAX_SAMPLES = 100

UNITS = {"QueueDuration": "Milliseconds", "ComputeDuration": "Milliseconds", "PinnedMemoryUtilization": "Percent"}
MODEL_METRICS = ["SuccessfulRequests", "FailedRequests", "Inferences", "Executions", "QueueDuration", "ComputeDuration"]
CACHE_METRICS = ["CacheHits", "CacheMisses"]


def documents_of(minute, dimensions, default_model):
    """Returns the documents of a minute: one of the server and one of each model. Returns none if the metrics were not read."""
    if not minute.all_pending:
        return []
    documents = [(dimensions, variant_metrics(minute, default_model))]
    for model, totals in sorted(minute.totals.items()):
        metrics = {name: number(name, totals[name]) for name in MODEL_METRICS + CACHE_METRICS if name in totals}
        metrics["PendingRequests"] = samples(minute.pending.get(model, []))
        documents.append(({**dimensions, "ModelName": dimension_value(model)}, metrics))
    return [document(minute.number * 60_000, *each) for each in documents]


def variant_metrics(minute, default_model):
    totals = minute.totals.get(default_model, {})
    return {
        "SuccessfulRequests": number("SuccessfulRequests", totals.get("SuccessfulRequests", 0)),
        "QueueDuration": number("QueueDuration", sum(each.get("QueueDuration", 0) for each in minute.totals.values())),
        # The server adds the durations of the composing models to those of their ensemble, and the time of a model that calls others includes them.
        "ComputeDuration": number("ComputeDuration", totals.get("ComputeDuration", 0)),
        "PendingRequests": samples(minute.all_pending),
        "PinnedMemoryUtilization": samples(minute.pinned),
    }


def document(timestamp, dimensions, metrics):
    metrics = {name: value for name, value in metrics.items() if value not in ([], None)}
    directive = {
        "Namespace": NAMESPACE,
        "Dimensions": [list(dimensions)],
        "Metrics": [{"Name": name, "Unit": UNITS.get(name, "Count")} for name in metrics],
    }
    return {"_aws": {"Timestamp": timestamp, "CloudWatchMetrics": [directive]}, **dimensions, **metrics}


def number(name, value):
    """Returns a duration in microseconds as milliseconds, and whole numbers without a decimal point.

    Returns None for infinity, the sum of large values. Such a value is omitted, because the format does not allow it.
    """
    if not math.isfinite(value):
        return None
    value = round(value / 1000, 3) if UNITS.get(name) == "Milliseconds" else value
    return int(value) if value == int(value) else value


def samples(values):
    return [number("", value) for value in values[-MAX_SAMPLES:] if math.isfinite(value)]


def dimension_value(text):
    """Replaces characters that CloudWatch rejects in a dimension."""
    return "".join(character if " " <= character <= "~" else "?" for character in text)


def encode(document):
    """Returns a document as a line, or None if it is too long even with few samples.

    The line begins with a line break, because the output can end in the middle of a line that a model prints.
    """
    while True:
        line = b"\n" + json.dumps(document, separators=(",", ":"), allow_nan=False).encode() + b"\n"
        if len(line) <= MAX_BYTES:
            return line
        long = {name: value[::2] for name, value in document.items() if isinstance(value, list) and len(value) > 1}
        if not long:
            return None
        document = {**document, **long}
