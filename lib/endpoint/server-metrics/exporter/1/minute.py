"""The metrics of a minute."""

from .counters import COUNTERS

PENDING = "nv_inference_pending_request_count"
PINNED_TOTAL = "nv_pinned_memory_pool_total_bytes"
PINNED_USED = "nv_pinned_memory_pool_used_bytes"
NAMES = {*COUNTERS, PENDING, PINNED_TOTAL, PINNED_USED}

# More models than the largest response of the server contains. Without a limit, the memory would grow if a model adds new names to each reading.
MAX_MODELS = 10_000

EXPORTER = "cdk_sagemaker_triton_metrics"


class Minute:
    """Adds up the readings of a minute.

    `totals` has the sum of each metric of counters by model, and `pending` the samples of pending requests by model. `all_pending` and `pinned` are
    samples of the server. Durations are in microseconds.
    """

    def __init__(self, number):
        self.number = number
        self.totals = {}
        self.pending = {}
        self.all_pending = []
        self.pinned = []

    def add(self, samples, counters):
        """Adds a reading. Raises ValueError if the minute would have more than MAX_MODELS models."""
        samples = [sample for sample in samples if sample[1].get("model") != EXPORTER]
        models = {labels["model"] for _, labels, _ in samples if "model" in labels}
        if len(models | self.totals.keys() | self.pending.keys()) > MAX_MODELS:
            raise ValueError("/metrics has more than %d models in a minute" % MAX_MODELS)
        for model, metric, difference in counters.differences(samples):
            totals = self.totals.setdefault(model, {})
            totals[metric] = totals.get(metric, 0) + difference
        pending = {}
        for name, labels, value in samples:
            if name == PENDING and "model" in labels:
                pending[labels["model"]] = pending.get(labels["model"], 0) + value
        for model, value in pending.items():
            self.pending.setdefault(model, []).append(value)
        self.all_pending.append(sum(pending.values()))
        pool = {name: value for name, _, value in samples if name in (PINNED_TOTAL, PINNED_USED)}
        if pool.get(PINNED_TOTAL, 0) > 0 and PINNED_USED in pool:
            self.pinned.append(round(100 * pool[PINNED_USED] / pool[PINNED_TOTAL], 3))
