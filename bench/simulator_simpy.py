"""The scenario of bench/simulator.ts in SimPy: one host, two instances, batches up to 16, load 0.8, Poisson.

    pip install simpy && python bench/simulator_simpy.py 200000

Prints requests per second of wall time, mean batch and 99th percentile, in one line of JSON.
"""

import json
import random
import sys
import time

import simpy

INSTANCES, MAX_BATCH, LOAD = 2, 16, 0.8


def service(batch):
    return 2 + batch


def main(requests):
    environment = simpy.Environment()
    rng = random.Random(1)
    waiting, latencies, executions = [], [], 0
    idle = []  # events of instances that wait for work
    mean_gap = service(MAX_BATCH) / (LOAD * INSTANCES * MAX_BATCH)

    def source():
        for _ in range(requests):
            yield environment.timeout(rng.expovariate(1) * mean_gap)
            waiting.append(environment.now)
            if idle:
                idle.pop().succeed()

    def instance():
        nonlocal executions
        while True:
            if not waiting:
                work_event = environment.event()
                idle.append(work_event)
                yield work_event
            batch = waiting[:MAX_BATCH]
            if not batch:
                continue
            del waiting[:MAX_BATCH]
            yield environment.timeout(service(len(batch)))
            executions += 1
            latencies.extend(environment.now - arrived for arrived in batch)

    environment.process(source())
    for _ in range(INSTANCES):
        environment.process(instance())
    start = time.perf_counter()
    environment.run()
    latencies.sort()
    elapsed = time.perf_counter() - start
    print(
        json.dumps(
            {
                "requestsPerSecond": requests / elapsed,
                "meanBatch": requests / executions,
                "p99Milliseconds": latencies[int(0.99 * requests)],
            }
        )
    )


main(int(sys.argv[1]))
