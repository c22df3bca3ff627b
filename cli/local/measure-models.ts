import type { ModelSpec } from '../../lib/contracts/smoke-test-properties';
import { Exchange } from './invocations';
import type { LoopbackClient } from './loopback-client';
import { BatchTimes, measureBatches } from './measure-batches';
import { PreparedModel } from './server-setup';

/** The measurement of each batch size. */
const MEASUREMENT = { warmup: 5, requests: 100, seconds: 60 };

/** The reason why the latency table does not contain an ensemble: plans and simulations from the table combine requests into batches. */
const ENSEMBLE =
  'it is an ensemble, which combines no requests: only its composing models do, so its times by batch size do not determine ' +
  'how many requests an instance can process. To plan it, measure the ensemble with Inference Recommender';

/** The times of a model, for the latency table. */
export interface MeasuredModel extends BatchTimes {
  /** The name of the model. */
  readonly name: string;
}

/** A model that has received a request. */
export interface TestedModel {
  readonly model: ModelSpec;
  readonly exchange: Exchange;
  /** The models of the repository: the model, and the composing models of an ensemble. */
  readonly preparedModels: PreparedModel[];
}

/** Measures the latency of models by batch size, one model after the other, with the items of the first request to each model. */
export async function measureModels(
  target: LoopbackClient,
  models: TestedModel[],
  signal: AbortSignal,
): Promise<MeasuredModel[]> {
  const measuredModels: MeasuredModel[] = [];
  for (const model of models) measuredModels.push(await measureModel(target, model, signal));
  return measuredModels;
}

async function measureModel(
  target: LoopbackClient,
  { model, exchange, preparedModels }: TestedModel,
  signal: AbortSignal,
): Promise<MeasuredModel> {
  const { name, inferenceType, maxBatchSize } = model;
  const { request: example, targetModel } = exchange;
  if (preparedModels.some((each) => each.name === name && each.backend === 'ensemble'))
    return { name, times: [], notMeasured: ENSEMBLE };
  const [distortion] = preparedModels.flatMap(describeDistortion);
  if (distortion !== undefined) return { name, times: [], notMeasured: distortion };
  const batchTimes = await measureBatches(
    example,
    inferenceType ? 0 : maxBatchSize,
    (request) => target.send({ request, targetModel }),
    { ...MEASUREMENT, signal },
  );
  if (!inferenceType || maxBatchSize <= 1) return { name, ...batchTimes };
  return { name, ...batchTimes, notMeasured: 'larger batches, because a generate request is sent unchanged' };
}

/** Describes why the latency of a model differs from its execution time. Empty if it does not. */
function describeDistortion({ name, standIn, queueDelayMicroseconds, hasResponseCache }: PreparedModel): string[] {
  if (standIn) return [`a stand-in responds for ${name}`];
  if (hasResponseCache) return [`${name} has a response cache, which would respond instead of the model`];
  if (!queueDelayMicroseconds) return [];
  return [
    `each time would include the queue delay of ${name}, ${queueDelayMicroseconds} µs; set max_queue_delay_microseconds to 0 to measure it`,
  ];
}
