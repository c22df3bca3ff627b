"""Measures the latency of an engine by profile and batch size."""


def measure_engine(trtexec, plan, profiles, inputs, layers):
    """Returns the latencies for the sidecar, and the result of each run of trtexec."""
    latencies, runs = [], []
    for index, profile in enumerate(profiles or [None]):
        for batch, shapes in shapes_by_batch(profile) if profile else [(fixed_batch(inputs), {})]:
            run = trtexec.measure(plan, shapes, index, layers)
            runs.append(run)
            latencies.append(latency_of(run, index, batch, shapes or {each["name"]: each["shape"] for each in inputs}))
    return latencies, runs


def shapes_by_batch(profile):
    """Returns the shapes by batch size: minimum, powers of two, optimum and maximum of the profile. All other dimensions are optimum."""
    optimum = {name: shapes["opt"] for name, shapes in profile.items()}
    batched = [name for name, shapes in profile.items() if shapes["min"] and shapes["min"][0] < shapes["max"][0]]
    if not batched:
        return [(next((shape[0] for shape in optimum.values() if shape), 1), optimum)]
    smallest = max(profile[name]["min"][0] for name in batched)
    largest = min(profile[name]["max"][0] for name in batched)
    sizes = {smallest, largest, *(optimum[name][0] for name in batched), *(2**power for power in range(largest.bit_length()))}
    return [
        (size, {name: [size, *shape[1:]] if name in batched else shape for name, shape in optimum.items()})
        for size in sorted(sizes)
        if smallest <= size <= largest
    ]


def fixed_batch(inputs):
    # The batch dimension is -1 if Triton has detected that the model supports batching.
    return next((abs(each["shape"][0]) for each in inputs if each["shape"]), 1)


def latency_of(run, profile, batch, shapes):
    performance = run["performance"]
    times = {name: performance["latency"].get(name) for name in ("mean", "median", "p90", "p95", "p99")}
    return {"profile": profile, "batch": batch, "shapes": shapes, **times, "throughput": performance["throughputQps"]}
