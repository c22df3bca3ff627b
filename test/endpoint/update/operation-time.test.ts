import { Duration, Token } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { CapacitySize, TritonRealtimeEndpointProps, UpdateStrategy } from '../../../lib';
import { stackWith } from '../fixtures';

const HOUR = Duration.hours(1);
const LONG_TIMEOUTS = { modelDataDownloadTimeout: HOUR, containerStartupHealthCheckTimeout: HOUR };

/** The warnings about CloudFormation's time limits. */
function warningsFor(props: Partial<TritonRealtimeEndpointProps>): string[] {
  return Annotations.fromStack(stackWith(props))
    .findWarning('*', Match.stringLikeRegexp('.*sm\\.update-time.*'))
    .map(({ entry }) => String(entry.data).replace(/ \(https.*$/, ''));
}

const rolling = (value: number, options = {}): UpdateStrategy =>
  UpdateStrategy.rolling({ maximumBatchSize: CapacitySize.percent(value), waitInterval: HOUR, ...options });

test("an endpoint with defaults is created and updated within CloudFormation's time limits", () => {
  expect(warningsFor({})).toEqual([]);
});

describe('an update', () => {
  // Each of 20 batches starts within 2 hours and waits 1 hour.
  const slowUpdate = { ...LONG_TIMEOUTS, instanceCount: 20, updateStrategy: rolling(5) };

  test("whose batches take longer than CloudFormation's limit causes a warning", () => {
    expect(warningsFor(slowUpdate)).toEqual([
      'updateStrategy: got an update that can take 3600 minutes: its waits, and the timeouts until instances start; after 970 minutes, CloudFormation stops waiting, and SageMaker continues the update; use larger batches, shorter waits or shorter timeouts, or set maximumExecutionTimeout, after which SageMaker rolls back',
    ]);
  });

  test('with larger batches, or with maximumExecutionTimeout, causes no warning', () => {
    expect(warningsFor({ ...slowUpdate, updateStrategy: rolling(20) })).toEqual([]); // 5 × 3 hours
    const maximumExecutionTimeout = Duration.hours(8);
    // The waits are shorter, because 20 waits of an hour would exceed this time limit.
    const updateStrategy = rolling(5, { maximumExecutionTimeout, waitInterval: Duration.minutes(20) });
    expect(warningsFor({ ...slowUpdate, updateStrategy })).toEqual([]);
  });

  test("with the longest waits of a blue/green strategy is within CloudFormation's limit", () => {
    const stepSize = CapacitySize.percent(10);
    const updateStrategy = UpdateStrategy.linear({ stepSize, waitInterval: HOUR, bakeTime: HOUR });
    expect(warningsFor({ ...slowUpdate, updateStrategy })).toEqual([]);
  });

  test('is not checked if values are known only at deployment', () => {
    const knownAtDeployment = Duration.seconds(Token.asNumber({ Ref: 'Seconds' }));
    expect(warningsFor({ ...slowUpdate, containerStartupHealthCheckTimeout: knownAtDeployment })).toEqual([]);
    expect(warningsFor({ ...slowUpdate, updateStrategy: rolling(5, { waitInterval: knownAtDeployment }) })).toEqual([]);
  });
});
