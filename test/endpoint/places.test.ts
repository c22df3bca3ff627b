import { App, Stack } from 'aws-cdk-lib';
import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Vpc } from 'aws-cdk-lib/aws-ec2';
import { Repository } from 'aws-cdk-lib/aws-ecr';
import { Role } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Topic } from 'aws-cdk-lib/aws-sns';
import {
  InferenceRecommenderJob,
  InferenceRecommenderJobProps,
  InstanceType,
  TritonAsyncEndpoint,
  TritonAsyncEndpointProps,
  TritonDashboard,
  TritonImage,
  TritonRealtimeEndpoint,
  TritonRealtimeEndpointProps,
  UpdateStrategy,
} from '../../lib';
import { classifier } from './fixtures';

const [ACCOUNT, REGION] = ['111122223333', 'eu-central-1'];
const [OTHER_ACCOUNT, OTHER_REGION] = ['444455556666', 'us-east-1'];

function synthesize(create: (stack: Stack) => void): () => void {
  return () => {
    const app = new App();
    create(new Stack(app, 'Stack', { env: { account: ACCOUNT, region: REGION } }));
    app.synth();
  };
}

const realtime = (props: (stack: Stack) => Partial<TritonRealtimeEndpointProps>) =>
  synthesize((stack) => new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), ...props(stack) }));

const asynchronous = (props: (stack: Stack) => Partial<TritonAsyncEndpointProps>) =>
  synthesize((stack) => new TritonAsyncEndpoint(stack, 'Endpoint', { model: classifier(), ...props(stack) }));

const benchmark = (props: (stack: Stack) => Partial<InferenceRecommenderJobProps>) =>
  synthesize((stack) => {
    const instanceTypes = [InstanceType.of('ml.c5.xlarge')];
    new InferenceRecommenderJob(stack, 'Benchmark', { model: classifier(), instanceTypes, ...props(stack) });
  });

const keyIn = (stack: Stack, region: string) =>
  Key.fromKeyArn(stack, 'Key', `arn:aws:kms:${region}:${ACCOUNT}:key/1234abcd-12ab-34cd-56ef-1234567890ab`);
const bucketIn = (stack: Stack, region: string) =>
  Bucket.fromBucketAttributes(stack, 'Bucket', { bucketName: 'bucket', region });
const topicIn = (stack: Stack, region: string) =>
  Topic.fromTopicArn(stack, 'Topic', `arn:aws:sns:${region}:${ACCOUNT}:topic`);
const vpcIn = (stack: Stack, region: string) =>
  Vpc.fromVpcAttributes(stack, 'Vpc', {
    vpcId: 'vpc-1',
    availabilityZones: [`${region}a`, `${region}b`],
    privateSubnetIds: ['subnet-1', 'subnet-2'],
    region,
  });
const alarmIn = (stack: Stack, region: string, account = ACCOUNT) =>
  Alarm.fromAlarmArn(stack, 'Alarm', `arn:aws:cloudwatch:${region}:${account}:alarm:errors`);
const dashboardIn = (stack: Stack, region: string, account = ACCOUNT) =>
  new TritonDashboard(new Stack(stack.node.root, 'Monitoring', { env: { account, region } }), 'Dashboard', {
    dashboardName: 'fleet',
  });
const imageIn = (stack: Stack, region: string) => {
  const repository = Repository.fromRepositoryArn(
    stack,
    'Images',
    `arn:aws:ecr:${region}:${ACCOUNT}:repository/triton`,
  );
  return TritonImage.fromEcrRepository(repository, '1', { release: '24.09' });
};

test.each<[string, (region: string) => () => void]>([
  ['encryptionKey', (region) => realtime((stack) => ({ encryptionKey: keyIn(stack, region) }))],
  [
    'monitoring.logEncryptionKey',
    (region) => realtime((stack) => ({ monitoring: { logEncryptionKey: keyIn(stack, region) } })),
  ],
  [
    'dataCapture.encryptionKey',
    (region) => realtime((stack) => ({ dataCapture: { samplingPercentage: 5, encryptionKey: keyIn(stack, region) } })),
  ],
  ['vpc', (region) => realtime((stack) => ({ vpc: vpcIn(stack, region) }))],
  ['image', (region) => realtime((stack) => ({ image: imageIn(stack, region) }))],
  [
    'updateStrategy.rollbackAlarms',
    (region) =>
      realtime((stack) => ({ updateStrategy: UpdateStrategy.rolling({ rollbackAlarms: [alarmIn(stack, region)] }) })),
  ],
  [
    'monitoring.alarmActions',
    (region) => realtime((stack) => ({ monitoring: { alarmActions: [new SnsAction(topicIn(stack, region))] } })),
  ],
  [
    'monitoring.dashboard',
    (region) => realtime((stack) => ({ monitoring: { dashboard: dashboardIn(stack, region) } })),
  ],
  ['inputBucket', (region) => asynchronous((stack) => ({ inputBucket: bucketIn(stack, region) }))],
  ['errorTopic', (region) => asynchronous((stack) => ({ errorTopic: topicIn(stack, region) }))],
  ['outputEncryptionKey', (region) => asynchronous((stack) => ({ outputEncryptionKey: keyIn(stack, region) }))],
  ['resultsBucket', (region) => benchmark((stack) => ({ resultsBucket: bucketIn(stack, region) }))],
  ['volumeEncryptionKey', (region) => benchmark((stack) => ({ volumeEncryptionKey: keyIn(stack, region) }))],
])('%s must be in the Region of the stack', (field, synthesizeWith) => {
  const message = new RegExp(
    `${field}: got an? [\\w ]+ in ${OTHER_REGION}; allowed: an? [\\w ]+ in ${REGION}, the stack's Region.*sm\\.other-region`,
  );
  expect(synthesizeWith(OTHER_REGION)).toThrow(message);
  expect(synthesizeWith(REGION)).not.toThrow(/sm\.other-region/);
});

test('the key of responses must be in the Region of their bucket', () => {
  const synthesizeWith = (bucketRegion: string) =>
    asynchronous((stack) => ({
      outputBucket: bucketIn(stack, bucketRegion),
      outputEncryptionKey: keyIn(stack, OTHER_REGION),
    }));
  expect(synthesizeWith(REGION)).toThrow(
    /outputEncryptionKey: got a key in us-east-1; allowed: .* the bucket's Region/,
  );
  expect(synthesizeWith(OTHER_REGION)).not.toThrow(/outputEncryptionKey/);
});

test.each<[string, (account: string) => () => void]>([
  [
    'role',
    (account) => realtime((stack) => ({ role: Role.fromRoleArn(stack, 'Role', `arn:aws:iam::${account}:role/a`) })),
  ],
  [
    'updateStrategy.rollbackAlarms',
    (account) =>
      realtime((stack) => ({
        updateStrategy: UpdateStrategy.rolling({ rollbackAlarms: [alarmIn(stack, REGION, account)] }),
      })),
  ],
  [
    'role',
    (account) => benchmark((stack) => ({ role: Role.fromRoleArn(stack, 'Role', `arn:aws:iam::${account}:role/a`) })),
  ],
])('%s must be of the account of the stack', (field, synthesizeWith) => {
  const message = new RegExp(
    `${field}: got an? \\w+ of account ${OTHER_ACCOUNT}; allowed: .* of ${ACCOUNT}.*sm\\.other-account`,
  );
  expect(synthesizeWith(OTHER_ACCOUNT)).toThrow(message);
  expect(synthesizeWith(ACCOUNT)).not.toThrow(/sm\.other-account/);
});
