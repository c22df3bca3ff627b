import { Tensor, TritonModel } from '../model';

/** What the handler has to know of a model to make a request and judge the answer. */
export function modelSpec(model: TritonModel): object {
  return {
    name: model.name,
    maxBatchSize: model.maxBatchSize,
    inputs: model.inputs.map(tensorSpec),
    outputs: model.outputs.map(tensorSpec),
  };
}

/** The examples of all models as one JSON file, or undefined when there are none. */
export function exampleFile(models: TritonModel[]): string | undefined {
  const examples = Object.fromEntries(
    models
      .filter((model) => model.examples.length > 0)
      .map((model) => [
        model.name,
        model.examples.map(({ request, response, absoluteTolerance, relativeTolerance }) => ({
          request,
          response,
          absoluteTolerance,
          relativeTolerance,
        })),
      ]),
  );
  return Object.keys(examples).length === 0 ? undefined : JSON.stringify(examples);
}

function tensorSpec(tensor: Tensor): object {
  return {
    name: tensor.name,
    dataType: tensor.dataType.kserveName,
    dims: tensor.dims.map(String),
    optional: tensor.optional,
  };
}
