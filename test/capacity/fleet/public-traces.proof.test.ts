import * as path from 'node:path';
import { Duration } from 'aws-cdk-lib';
import { TrafficTrace } from '../../../lib/measurements';
import { ScalingSearch } from '../../../lib/capacity';
import { LatencyObjective } from '../../../lib/platform';
import { sample } from '../../setup/proof';

// docs/simulation.md shows these results.

const ARTIFACTS = path.join(__dirname, '../../../model-artifacts');
// The highest rate of trt-db in bert-large-inference-recommender.csv
const serviceTimes = [{ batch: 1, milliseconds: 60_000 / 1335 }];
const profile = { instanceType: 'ml.g4dn.2xlarge', configuration: 'trt-db', gpus: 1, serviceTimes };

const TRACES: [string, number, number, number][] = [
  ['code', 822, 38, 35.72],
  ['conversation', 202, 10, 9.4],
];

test.each(sample(TRACES, 1))(
  'the bursts of the traffic "%s" are too fast for autoscaling',
  (name, peak, instanceCount, usdPerHour) => {
    const trace = TrafficTrace.fromCsv(path.join(ARTIFACTS, `traffic/azure-llm-2023-${name}.csv`)).scaledBy(20);
    const { pick } = ScalingSearch.run({
      trace,
      profile,
      latencyObjective: LatencyObjective.p99(Duration.millis(500)),
    });
    expect(trace.peakRequestsPerSecond).toBe(peak);
    expect(pick).toMatchObject({ description: expect.stringContaining('fixed number of instances'), instanceCount });
    const hours = pick.instanceHours.usual / instanceCount;
    expect((pick.costUsd?.usual ?? 0) / hours).toBeCloseTo(usdPerHour, 2);
  },
);
