"""Differences of the server's counters between two readings."""

# The metric of each counter. Several counters of a model are added to one metric: versions, GPUs, reasons of failures, parts of the computation.
COUNTERS = {
    "nv_inference_request_success": "SuccessfulRequests",
    "nv_inference_request_failure": "FailedRequests",
    "nv_inference_count": "Inferences",
    "nv_inference_exec_count": "Executions",
    "nv_inference_queue_duration_us": "QueueDuration",
    "nv_inference_compute_input_duration_us": "ComputeDuration",
    "nv_inference_compute_infer_duration_us": "ComputeDuration",
    "nv_inference_compute_output_duration_us": "ComputeDuration",
    "nv_cache_num_hits_per_model": "CacheHits",
    "nv_cache_num_misses_per_model": "CacheMisses",
}


class Counters:
    def __init__(self):
        self.values = None

    def start_at_zero(self):
        """If nothing was read yet, counts from zero instead of from the first reading."""
        if self.values is None:
            self.values = {}

    def differences(self, samples):
        """Yields the model, the metric and the difference since the last reading for each counter in a reading. The first reading counts zero."""
        previous, self.values = self.values, {}
        for name, labels, value in samples:
            if name in COUNTERS and "model" in labels:
                key = (name, *sorted(labels.items()))
                self.values[key] = value
                yield labels["model"], COUNTERS[name], 0 if previous is None else difference(previous.get(key, 0), value)


def difference(before, after):
    # A counter that got smaller has started again at zero.
    return after - before if after >= before else after
