import { Tensor, TritonModel } from '../model';
import { SmokeTestRequest } from './smoke-test-request';
import { TargetedModel } from './targeted-model';

/** The extension of Triton's protocol for text in and text out: one response, or a stream of them. */
export type GenerateType = 'generate' | 'generate_stream';

/** Models of a multi-model endpoint that are asked, when nobody says how many: each may have to be loaded first. */
const DEFAULT_SAMPLE = 20;

/** What is asked of a multi-model endpoint: all of its models, or as many of them as are to be sampled, from all over the list. */
export function targetPlan(
  targets: TargetedModel[],
  requests: SmokeTestRequest[] = [],
  sampledModels = DEFAULT_SAMPLE,
): object {
  const count = Math.min(sampledModels, targets.length);
  const sample = Array.from({ length: count }, (_, index) => targets[Math.floor((index * targets.length) / count)]);
  return {
    outOf: targets.length,
    models: sample.map(({ model, targetModel }) => ({
      ...modelSpec(model, requests),
      name: targetModel,
      targetModel,
    })),
    examples: withExamples(sample.map(({ model, targetModel }) => [targetModel, examplesOf(model, requests)])),
  };
}

/**
 * What the handler has to know of a model to make a request and judge the answer.
 *
 * @param generate the kind of generate request that the server takes; undefined where it takes tensors
 */
export function modelSpec(model: TritonModel, requests: SmokeTestRequest[] = [], generate?: GenerateType): object {
  const made = requests.flatMap(({ _made: request }) => request ?? []);
  return {
    name: model.name,
    maxBatchSize: model.maxBatchSize,
    inputs: model.inputs.map(tensorSpec),
    outputs: model.outputs.map(tensorSpec),
    sequence: model.config._json.sequence_batching === undefined ? undefined : true,
    requests: made.length > 0 ? made : undefined,
    inferenceType: generate,
  };
}

/** The examples of each model, and requests from files, by the model's name; of models that have some. */
export function examplesByModel(models: TritonModel[], requests: SmokeTestRequest[] = []): Record<string, object[]> {
  return withExamples(models.map((model) => [model.name, examplesOf(model, requests)]));
}

function withExamples(entries: [string, object[]][]): Record<string, object[]> {
  return Object.fromEntries(entries.filter(([, examples]) => examples.length > 0));
}

function examplesOf(model: TritonModel, requests: SmokeTestRequest[]): object[] {
  return [
    ...model.examples.map(({ request, response, absoluteTolerance, relativeTolerance }) => ({
      request,
      response,
      absoluteTolerance,
      relativeTolerance,
    })),
    ...requests.flatMap((request) => request._example(model) ?? []),
  ];
}

function tensorSpec(tensor: Tensor): object {
  return {
    name: tensor.name,
    dataType: tensor.dataType.kserveName,
    dims: tensor.dims.map(String),
    optional: tensor.optional,
  };
}
