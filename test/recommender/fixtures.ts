import { App, Duration, Stack } from 'aws-cdk-lib';
import { artifact } from '../../bin/model-folders';
import {
  Batching,
  InferenceRecommenderJob,
  InferenceRecommenderJobProps,
  InferenceRecommenderSweep,
  InferenceRecommenderSweepProps,
  InstanceGroup,
  InstanceType,
  LatencyObjective,
  TrafficPattern,
} from '../../lib';
import { classifier } from '../endpoint/fixtures';

export const REFERENCE = artifact('bert-large-inference-recommender.csv');

/** Load test of the reference experiment, which is the sweep of BERT-large in `REFERENCE`. */
export const LOAD_TEST = {
  trafficPattern: TrafficPattern.phases([{ initialUsers: 2, usersPerMinute: 2, duration: Duration.seconds(1500) }]),
  stopAt: { invocationsPerMinute: 30_000, modelLatency: LatencyObjective.p95(Duration.millis(500)) },
  instanceTypes: [InstanceType.G4DN_XLARGE, InstanceType.G4DN_2XLARGE],
} satisfies Partial<InferenceRecommenderJobProps>;

export function newStack(region?: string): Stack {
  return new Stack(new App(), 'Stack', region ? { env: { region, account: '111122223333' } } : undefined);
}

export function createJob(stack: Stack, props: Partial<InferenceRecommenderJobProps> = {}): InferenceRecommenderJob {
  return new InferenceRecommenderJob(stack, 'Benchmark', { model: classifier(), ...LOAD_TEST, ...props });
}

export function createSweep(
  stack: Stack,
  props: Partial<InferenceRecommenderSweepProps> = {},
): InferenceRecommenderSweep {
  return new InferenceRecommenderSweep(stack, 'Sweep', {
    model: classifier(),
    variations: [
      { name: 'base' },
      {
        name: 'db',
        overrides: { batching: Batching.dynamic({ preferredBatchSizes: [16], maxQueueDelayMicroseconds: 100 }) },
      },
      { name: 'ig', overrides: { instanceGroups: [InstanceGroup.gpu({ count: 2 })] } },
    ],
    maxCostUsd: 20,
    ...LOAD_TEST,
    ...props,
  });
}
