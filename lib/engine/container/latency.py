"""Measures an engine by batch size, at each of its profiles."""


def measure_engine(trtexec, plan, profiles, inputs, layers):
    """Latencies as the sidecar has them, and what each run said."""
    latencies, runs = [], []
    for index, profile in enumerate(profiles or [None]):
        for batch, shapes in shapes_by_batch(profile) if profile else [(fixed_batch(inputs), {})]:
            run = trtexec.measure(plan, shapes, index, layers)
            runs.append(run)
            latencies.append(latency_of(run, index, batch, shapes or {each["name"]: each["shape"] for each in inputs}))
    return latencies, runs


def shapes_by_batch(profile):
    """Batch sizes that the profile allows, 1, powers of two, the usual and the largest one, with the usual size of all else."""
    usual = {name: shapes["opt"] for name, shapes in profile.items()}
    open_ = [name for name, shapes in profile.items() if shapes["min"] and shapes["min"][0] < shapes["max"][0]]
    if not open_:
        return [(next((shape[0] for shape in usual.values() if shape), 1), usual)]
    smallest = max(profile[name]["min"][0] for name in open_)
    largest = min(profile[name]["max"][0] for name in open_)
    sizes = {smallest, largest, *(usual[name][0] for name in open_), *(2**power for power in range(largest.bit_length()))}
    return [
        (size, {name: [size, *shape[1:]] if name in open_ else shape for name, shape in usual.items()})
        for size in sorted(sizes)
        if smallest <= size <= largest
    ]


def fixed_batch(inputs):
    # Triton calls the batch open where it has found out itself that a model batches.
    return next((abs(each["shape"][0]) for each in inputs if each["shape"]), 1)


def latency_of(run, profile, batch, shapes):
    performance = run["performance"]
    times = {name: performance["latency"].get(name) for name in ("mean", "median", "p90", "p95", "p99")}
    return {"profile": profile, "batch": batch, "shapes": shapes, **times, "throughput": performance["throughputQps"]}
