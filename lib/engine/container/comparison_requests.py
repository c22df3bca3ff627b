"""The requests that the engine and the ONNX model get."""

import math
from random import Random

from tensors import flat, random_values

# Random values repeat after so many: a prime, so that rows differ from their neighbors.
PERIOD = 65521


def requests_of(task, inputs):
    """Pairs of a title and the inputs: shape, number of values, and values by name, of which the values repeat."""
    return list(example_requests(task["examples"]) if task["examples"] else random_requests(task["profiles"], inputs))


def example_requests(examples):
    for number, example in enumerate(examples, 1):
        values = {each["name"]: (each["shape"], list(flat(each["data"]))) for each in example["inputs"]}
        yield "example {}".format(number), {name: (shape, len(data), data) for name, (shape, data) in values.items()}


def random_requests(profiles, inputs):
    """The smallest, usual and largest shapes of each profile, each shape once. The same numbers in each build."""
    random = Random(0)
    for shapes, title in titles_by_shapes(profiles, inputs).items():
        yield "random values, " + title, {
            each["name"]: (list(shape), math.prod(shape), random_values(random, each["dataType"], min(math.prod(shape), PERIOD)))
            for each, shape in zip(inputs, shapes)
        }


def titles_by_shapes(profiles, inputs):
    """Which shapes of which profiles they are, by the shapes of all inputs."""
    titles = {}
    # Triton calls the batch open where it has found out itself that a model batches.
    fixed = {each["name"]: [abs(size) for size in each["shape"]] for each in inputs}
    for index, profile in enumerate(profiles or [{}]):
        for which in ("min", "opt", "max") if profile else ("fixed",):
            shapes = {name: profile[name][which] if name in profile else shape for name, shape in fixed.items()}
            key = tuple(tuple(shapes[each["name"]]) for each in inputs)
            titles.setdefault(key, []).append("{} shapes of profile {}".format(which, index))
    return {shapes: " and ".join(found) for shapes, found in titles.items()}
