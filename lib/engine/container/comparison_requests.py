"""The requests with which the engine and the ONNX model are compared."""

import math
from random import Random

from tensors import flat, random_values

# Random values repeat after this number of values. The number is a prime, so adjacent rows differ.
PERIOD = 65521


def requests_of(task, inputs):
    """Returns pairs of a title and the inputs by name. An input is a tuple: shape, number of values, and values to repeat."""
    return list(example_requests(task["examples"]) if task["examples"] else random_requests(task["profiles"], inputs))


def example_requests(examples):
    for number, example in enumerate(examples, 1):
        values = {each["name"]: (each["shape"], list(flat(each["data"]))) for each in example["inputs"]}
        yield "example {}".format(number), {name: (shape, len(data), data) for name, (shape, data) in values.items()}


def random_requests(profiles, inputs):
    """Requests with the minimum, optimum and maximum shapes of each profile, without duplicates. The values are the same in each build."""
    random = Random(0)
    for shapes, title in titles_by_shapes(profiles, inputs).items():
        yield "random values, " + title, {
            each["name"]: (list(shape), math.prod(shape), random_values(random, each["dataType"], min(math.prod(shape), PERIOD)))
            for each, shape in zip(inputs, shapes)
        }


def titles_by_shapes(profiles, inputs):
    """Returns the titles of the requests by the shapes of all inputs. Profiles with the same shapes share a request."""
    titles = {}
    # The batch dimension is -1 if Triton has detected that the model supports batching.
    fixed = {each["name"]: [abs(size) for size in each["shape"]] for each in inputs}
    for index, profile in enumerate(profiles or [{}]):
        for shape_kind in ("min", "opt", "max") if profile else ("fixed",):
            shapes = {name: profile[name][shape_kind] if name in profile else shape for name, shape in fixed.items()}
            key = tuple(tuple(shapes[each["name"]]) for each in inputs)
            titles.setdefault(key, []).append("{} shapes of profile {}".format(shape_kind, index))
    return {shapes: " and ".join(found) for shapes, found in titles.items()}
