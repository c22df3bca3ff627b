/** A configuration of the model and a number of instances of the endpoint. Times are those of the measurement. */
export interface Setting {
  readonly name: string;
  readonly instances: number;
  /** Undefined without dynamic batching. */
  readonly batching?: { readonly preferred?: readonly number[]; readonly delayMilliseconds?: number };
}

/** A model, its requests, and the settings that are measured. The command reads the metrics of the first setting. */
export interface Load {
  readonly name: string;
  readonly question: string;
  /** Execution time of a batch: a fixed part, and a part for each item. */
  readonly fixedMilliseconds: number;
  readonly itemMilliseconds: number;
  readonly maxBatchSize: number;
  /** The latency objective: p99, in milliseconds. Without an objective, the fleet is not judged. */
  readonly objectiveMilliseconds?: number;
  readonly settings: readonly Setting[];
  /**
   * The settings that are right, according to the measured latencies. A right setting has at most 10 % more p99 latency than the best setting with the
   * same number of instances, and the number of instances is the smallest that meets the objective.
   */
  readonly answers: readonly string[];
  /** Rates in requests per second, for six minutes of the endpoint each. */
  readonly rates: readonly number[];
  /** Whether the command receives a latency table, which was measured before the load. */
  readonly hasLatencyTable?: boolean;
}

const dynamic = (name: string, batching: Setting['batching'] = {}, instances = 1): Setting => ({
  name,
  instances,
  batching,
});
const single = (name: string, instances = 1): Setting => ({ name, instances });

export const LOADS: readonly Load[] = [
  {
    name: 'no-batching',
    question: 'no dynamic batching, although a batch takes little longer than a single request',
    ...{ fixedMilliseconds: 80, itemMilliseconds: 2, maxBatchSize: 8, hasLatencyTable: true },
    settings: [single('before'), dynamic('dynamic'), dynamic('delay-40', { delayMilliseconds: 40 })],
    answers: ['dynamic'],
    rates: [4, 7, 10.5, 9],
  },
  {
    name: 'long-delay',
    question: 'a queue delay that is far too long for the rate',
    ...{ fixedMilliseconds: 40, itemMilliseconds: 4, maxBatchSize: 16 },
    settings: [
      dynamic('before', { delayMilliseconds: 500 }),
      dynamic('delay-200', { delayMilliseconds: 200 }),
      dynamic('delay-40', { delayMilliseconds: 40 }),
      dynamic('no-delay'),
      single('off'),
    ],
    answers: ['no-delay'],
    rates: [2, 4, 8, 6],
  },
  {
    name: 'preferred-not-reached',
    question: 'preferred sizes that are never reached, for which all requests wait',
    ...{ fixedMilliseconds: 60, itemMilliseconds: 2, maxBatchSize: 16 },
    settings: [
      dynamic('before', { preferred: [8, 16], delayMilliseconds: 200 }),
      dynamic('delay-200', { delayMilliseconds: 200 }),
      dynamic('preferred', { preferred: [8, 16] }),
      dynamic('no-delay'),
      single('off'),
    ],
    answers: ['preferred', 'no-delay'],
    rates: [4, 7, 15, 11],
  },
  {
    name: 'well-tuned',
    question: 'dynamic batching without a delay, and a load for which it is sufficient',
    ...{ fixedMilliseconds: 60, itemMilliseconds: 6, maxBatchSize: 16, objectiveMilliseconds: 400 },
    settings: [
      dynamic('before'),
      dynamic('delay-30', { delayMilliseconds: 30 }),
      dynamic('preferred-4', { preferred: [4] }),
      single('off'),
    ],
    answers: ['before'],
    rates: [5, 10, 20, 15],
  },
  {
    name: 'overloaded',
    question: 'an execution time that is proportional to the batch, and more requests than an instance can process',
    ...{ fixedMilliseconds: 2, itemMilliseconds: 80, maxBatchSize: 8, objectiveMilliseconds: 800 },
    settings: [dynamic('before'), single('off'), dynamic('two-instances', {}, 2), dynamic('three-instances', {}, 3)],
    answers: ['two-instances'],
    rates: [6, 9, 13.5, 11],
  },
  {
    name: 'idle',
    question: 'three instances for the load of one',
    ...{ fixedMilliseconds: 60, itemMilliseconds: 6, maxBatchSize: 8, objectiveMilliseconds: 300 },
    settings: [dynamic('before', {}, 3), dynamic('two-instances', {}, 2), dynamic('one-instance')],
    answers: ['one-instance'],
    rates: [1.5, 3, 6, 4.5],
  },
];
