import { App, Duration, Stack } from 'aws-cdk-lib';
import { artifact } from '../../bin/model-folders';
import {
  InferenceRecommenderJob,
  InferenceRecommenderJobProps,
  InstanceType,
  LatencyObjective,
  TrafficPattern,
} from '../../lib';
import { classifier } from '../endpoint/fixtures';

export const REFERENCE = artifact('bert-large-inference-recommender.csv');

/** Load test of the reference experiment, which benchmarks BERT-large (`REFERENCE`). */
export const LOAD_TEST = {
  trafficPattern: TrafficPattern.phases([{ initialUsers: 2, usersPerMinute: 2, duration: Duration.seconds(1500) }]),
  stopAt: { invocationsPerMinute: 30_000, modelLatency: LatencyObjective.p95(Duration.millis(500)) },
  instanceTypes: [InstanceType.G4DN_XLARGE, InstanceType.G4DN_2XLARGE],
} satisfies Partial<InferenceRecommenderJobProps>;

export function newStack(region?: string): Stack {
  return new Stack(new App(), 'Stack', region ? { env: { region, account: '111122223333' } } : undefined);
}

export function createJob(
  stack: Stack,
  props: Partial<InferenceRecommenderJobProps> = {},
  id = 'Benchmark',
): InferenceRecommenderJob {
  return new InferenceRecommenderJob(stack, id, { model: classifier(), ...LOAD_TEST, ...props });
}
