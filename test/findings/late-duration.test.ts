import { Duration, Stack, Token } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Scaling, TrafficPattern, TritonRealtimeEndpointProps } from '../../lib';
import { jobIn, newStack } from '../recommender/fixtures';
import { stackWith } from '../endpoint/fixtures';

// CDK cannot convert what is only known at deploy time, and says so without the property.
const late = Token.asNumber({ Ref: 'Minutes' });
const minutes = Duration.minutes(late);

const WORDS = 'got minutes that are only known at deploy time; allowed: Duration.';

test.each<[string, Partial<TritonRealtimeEndpointProps>]>([
  ['modelDataDownloadTimeout', { modelDataDownloadTimeout: minutes }],
  [
    'scaling.scaleInCooldown',
    { scaling: Scaling.gpuUtilization({ maxCapacity: 2, percent: 50, scaleInCooldown: minutes }) },
  ],
  ['smokeTest.timeout', { smokeTest: { timeout: minutes } }],
  ['dataCapture.expiration', { dataCapture: { samplingPercentage: 1, expiration: minutes } }],
])('%s in another unit than AWS wants is refused', (property, props) => {
  expect(() => stackWith(props)).toThrow(`${property}: ${WORDS}`);
});

test.each<[string, Parameters<typeof jobIn>[1]]>([
  ['jobDuration', { jobDuration: minutes }],
  [
    'trafficPattern.stepDuration',
    { trafficPattern: TrafficPattern.stairs({ stepDuration: minutes, steps: 2, usersPerStep: 1 }) },
  ],
])('%s of a benchmark as well', (property, props) => {
  expect(() => jobIn(newStack(), props)).toThrow(`${property}: ${WORDS}`);
});

test('in the unit that AWS wants it is taken', () => {
  const stack: Stack = stackWith({ modelDataDownloadTimeout: Duration.seconds(late) });
  expect(JSON.stringify(Template.fromStack(stack).toJSON())).toContain(
    '"ModelDataDownloadTimeoutInSeconds":{"Ref":"Minutes"}',
  );
});
