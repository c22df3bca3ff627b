import type { Example, Examples, ModelSpec, TensorSpec, TestPlan } from '../contracts/smoke-test-properties';
import { ModelExample, Tensor, TritonModel } from '../model';

/** Kind of request of Triton's generate extension: with one response, or with a stream of responses. */
export type GenerateType = NonNullable<ModelSpec['inferenceType']>;

/** A model of a multi-model endpoint. */
export interface TargetedModel {
  readonly model: TritonModel;
  /** Key of the model below the prefix of the endpoint, such as `resnet.tar.gz`. The `TargetModel` of requests. */
  readonly targetModel: string;
}

/** Number of models to test on a multi-model endpoint. Not all models are tested, because loading a model can take minutes. */
const SAMPLE_SIZE = 20;

/** Returns the test plan of a multi-model endpoint: all its models, or a sample that is spaced evenly over the list. */
export function multiModelTestPlan(targets: TargetedModel[]): TestPlan {
  const count = Math.min(SAMPLE_SIZE, targets.length);
  const sample = Array.from({ length: count }, (_, index) => targets[Math.floor((index * targets.length) / count)]);
  return {
    outOf: targets.length,
    models: sample.map(({ model, targetModel }) => ({
      ...modelSpec(model),
      name: targetModel,
      targetModel,
    })),
    examples: omitModelsWithoutExamples(sample.map(({ model, targetModel }) => [targetModel, examplesOf(model)])),
  };
}

/**
 * Returns the properties of a model that the handler requires to generate requests and to check responses.
 *
 * @param generateType type of the generate requests. Undefined if requests contain tensors
 */
export function modelSpec(model: TritonModel, generateType?: GenerateType): ModelSpec {
  return {
    name: model.name,
    maxBatchSize: model.maxBatchSize,
    inputs: model.inputs.map(tensorSpec),
    outputs: model.outputs.map(tensorSpec),
    sequence: model.config._document.sequence_batching === undefined ? undefined : true,
    inferenceType: generateType,
  };
}

/** Returns the examples of each model, by model name. Models without examples are omitted. */
export function examplesByModel(models: TritonModel[]): Examples {
  return omitModelsWithoutExamples(models.map((model) => [model.name, examplesOf(model)]));
}

function omitModelsWithoutExamples(entries: [string, Example[]][]): Examples {
  return Object.fromEntries(entries.filter(([, examples]) => examples.length > 0));
}

function examplesOf({ examples }: TritonModel): Example[] {
  return examples.map(exampleOf);
}

function exampleOf({ _nextSteps: steps, ...example }: ModelExample): Example {
  const { request, response, absoluteTolerance, relativeTolerance } = example;
  const nextSteps = steps.length > 0 ? steps.map(exampleOf) : undefined;
  return { request, response, absoluteTolerance, relativeTolerance, nextSteps };
}

function tensorSpec(tensor: Tensor): TensorSpec {
  return {
    name: tensor.name,
    dataType: tensor.dataType.kserveName,
    dims: tensor.dims.map(String),
    optional: tensor.optional,
  };
}
