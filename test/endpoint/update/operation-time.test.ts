import { Duration, Token } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { FleetShare, TritonRealtimeEndpointProps, UpdateStrategy } from '../../../lib';
import { stackWith } from '../fixtures';

const HOUR = Duration.hours(1);
const HOURS = { modelDataDownloadTimeout: HOUR, containerStartupHealthCheckTimeout: HOUR };

/** What is said about the time that CloudFormation leaves. */
function warningsFor(props: Partial<TritonRealtimeEndpointProps>): string[] {
  return Annotations.fromStack(stackWith(props))
    .findWarning('*', Match.stringLikeRegexp('.*sm\\.(create|update)-time.*'))
    .map(({ entry }) => String(entry.data).replace(/ \(https.*$/, ''));
}

const rolling = (value: number, more = {}): UpdateStrategy =>
  UpdateStrategy.rolling({ maximumBatchSize: FleetShare.percent(value), waitInterval: HOUR, ...more });

test('an endpoint with defaults is created and updated in time', () => {
  expect(warningsFor({})).toEqual([]);
});

test('timeouts of a variant that are longer than CloudFormation waits for a new endpoint warn', () => {
  expect(warningsFor(HOURS)).toEqual([]);
  expect(warningsFor({ ...HOURS, instanceProvisionTimeout: Duration.minutes(40) })).toEqual([]);
  expect(warningsFor({ ...HOURS, instanceProvisionTimeout: Duration.minutes(41) })).toEqual([
    'containerStartupHealthCheckTimeout: got timeouts that add up to 161 minutes with those of the instances and the model; CloudFormation ends the creation of an endpoint after 160 minutes, and deletes an endpoint that would still have started; use shorter timeouts',
  ]);
});

describe('an update', () => {
  // Each of 20 batches starts in at most 2 hours and waits 1.
  const long = { ...HOURS, instanceCount: 20, updateStrategy: rolling(5) };

  test('whose batches take longer than CloudFormation waits warns', () => {
    expect(warningsFor(long)).toEqual([
      'updateStrategy: got an update of up to 3600 minutes, the sum of its waits and of the timeouts within which instances start; CloudFormation ends the update of an endpoint after 970 minutes, while SageMaker goes on; use larger batches, shorter waits or timeouts, or maximumExecutionTimeout, after which SageMaker rolls back',
    ]);
  });

  test('with larger batches, or one that SageMaker ends itself, does not', () => {
    expect(warningsFor({ ...long, updateStrategy: rolling(20) })).toEqual([]); // 5 × 3 hours
    const maximumExecutionTimeout = Duration.hours(8);
    // SageMaker would refuse waits of 20 hours with it.
    const updateStrategy = rolling(5, { maximumExecutionTimeout, waitInterval: Duration.minutes(20) });
    expect(warningsFor({ ...long, updateStrategy })).toEqual([]);
  });

  test('is in time with the longest waits of blue/green', () => {
    const stepSize = FleetShare.percent(10);
    const updateStrategy = UpdateStrategy.linear({ stepSize, waitInterval: HOUR, bakeTime: HOUR });
    expect(warningsFor({ ...long, updateStrategy })).toEqual([]);
  });

  test('is not judged by what only the deployment knows', () => {
    const later = Duration.seconds(Token.asNumber({ Ref: 'Seconds' }));
    expect(warningsFor({ ...long, containerStartupHealthCheckTimeout: later })).toEqual([]);
    expect(warningsFor({ ...long, updateStrategy: rolling(5, { waitInterval: later }) })).toEqual([]);
  });
});
