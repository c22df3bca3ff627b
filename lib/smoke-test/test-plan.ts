import { Tensor, TritonModel } from '../model';
import { SmokeTestRequest } from './smoke-test-request';

/** What the handler has to know of a model to make a request and judge the answer. */
export function modelSpec(model: TritonModel, requests: SmokeTestRequest[] = []): object {
  const made = requests.flatMap(({ _made: request }) => request ?? []);
  return {
    name: model.name,
    maxBatchSize: model.maxBatchSize,
    inputs: model.inputs.map(tensorSpec),
    outputs: model.outputs.map(tensorSpec),
    sequence: model.config.toJson().sequence_batching === undefined ? undefined : true,
    requests: made.length > 0 ? made : undefined,
  };
}

/** The examples of each model, and requests from files, by the model's name; of models that have some. */
export function examplesByModel(models: TritonModel[], requests: SmokeTestRequest[] = []): Record<string, object[]> {
  return Object.fromEntries(
    models
      .map((model): [string, object[]] => [
        model.name,
        [
          ...model.examples.map(({ request, response, absoluteTolerance, relativeTolerance }) => ({
            request,
            response,
            absoluteTolerance,
            relativeTolerance,
          })),
          ...requests.flatMap((request) => request._example(model) ?? []),
        ],
      ])
      .filter(([, examples]) => examples.length > 0),
  );
}

function tensorSpec(tensor: Tensor): object {
  return {
    name: tensor.name,
    dataType: tensor.dataType.kserveName,
    dims: tensor.dims.map(String),
    optional: tensor.optional,
  };
}
