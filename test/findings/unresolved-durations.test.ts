import { Duration, Stack, Token } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Scaling, TrafficPattern, TritonRealtimeEndpointProps } from '../../lib';
import { createJob, newStack } from '../recommender/fixtures';
import { stackWith } from '../endpoint/fixtures';

// CDK cannot convert durations that are known only at deployment, and CDK's error does not name the property.
const unresolved = Token.asNumber({ Ref: 'Minutes' });
const minutes = Duration.minutes(unresolved);

const MESSAGE = 'got minutes that are only known at deploy time; allowed: Duration.';

test.each<[string, Partial<TritonRealtimeEndpointProps>]>([
  ['modelDataDownloadTimeout', { modelDataDownloadTimeout: minutes }],
  [
    'scaling.scaleInCooldown',
    { scaling: Scaling.gpuUtilization({ maxCapacity: 2, percent: 50, scaleInCooldown: minutes }) },
  ],
  ['smokeTest.timeout', { smokeTest: { timeout: minutes } }],
  ['dataCapture.expiration', { dataCapture: { samplingPercentage: 1, expiration: minutes } }],
])('%s is rejected if it is known only at deployment and not in the unit of the AWS API', (property, props) => {
  expect(() => stackWith(props)).toThrow(`${property}: ${MESSAGE}`);
});

test.each<[string, Parameters<typeof createJob>[1]]>([
  ['jobDuration', { jobDuration: minutes }],
  [
    'trafficPattern[0].duration',
    { trafficPattern: TrafficPattern.phases([{ initialUsers: 1, usersPerMinute: 1, duration: minutes }]) },
  ],
])(
  '%s of a benchmark is rejected if it is known only at deployment and not in the unit of the AWS API',
  (property, props) => {
    expect(() => createJob(newStack(), props)).toThrow(`${property}: ${MESSAGE}`);
  },
);

test('a duration that is known only at deployment is accepted in the unit of the AWS API', () => {
  const stack: Stack = stackWith({ modelDataDownloadTimeout: Duration.seconds(unresolved) });
  expect(JSON.stringify(Template.fromStack(stack).toJSON())).toContain(
    '"ModelDataDownloadTimeoutInSeconds":{"Ref":"Minutes"}',
  );
});
