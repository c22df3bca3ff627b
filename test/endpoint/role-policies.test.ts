import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Vpc } from 'aws-cdk-lib/aws-ec2';
import { IRole, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import {
  Batching,
  InstanceType,
  ModelFiles,
  Packaging,
  TritonImage,
  TritonModel,
  TritonMultiModelEndpoint,
  TritonRealtimeEndpoint,
} from '../../lib';
import { ARTIFACTS, classifier, stackWith, statementsOf } from './fixtures';

/** All inline policies of a role together (IAM quotas). */
const MAX_POLICY_CHARACTERS = 10_240;

interface AttachedPolicy {
  readonly id: string;
  readonly name: string;
  readonly statements: string;
}

/** The policies that a template attaches to roles of endpoints. */
function policiesOf(stack: Stack): AttachedPolicy[] {
  return Object.entries(Template.fromStack(stack).findResources('AWS::IAM::Policy'))
    .filter(([id]) => /ExecutionPolicy|RollbackPolicy/.test(id))
    .map(([id, { Properties }]) => ({
      id,
      name: Properties.PolicyName,
      statements: JSON.stringify(Properties.PolicyDocument.Statement),
    }));
}

const executionPolicyOf = (stack: Stack): AttachedPolicy =>
  policiesOf(stack).filter(({ id }) => id.includes('ExecutionPolicy'))[0];

const waiting = (delay: number): TritonModel =>
  classifier({ batching: Batching.dynamic({ maxQueueDelayMicroseconds: delay }) });

function stackInS3(key: string): Stack {
  const stack = new Stack(new App(), 'Stack');
  const files = ModelFiles.fromS3(Bucket.fromBucketName(stack, 'Bucket', 'models'), key, key);
  new TritonRealtimeEndpoint(stack, 'Classifier', { model: classifier({ files }) });
  return stack;
}

test.each([Packaging.UNCOMPRESSED, Packaging.ARCHIVE])(
  'a new version of a model, %s, changes no permission',
  (packaging) => {
    const [before, after] = [1, 2].map((delay) => stackWith({ model: waiting(delay), packaging }));
    expect(policiesOf(after)).toEqual(policiesOf(before));
  },
);

test('a model that is added to a multi-model endpoint changes no permission', () => {
  const endpointIn = (stack: Stack): TritonMultiModelEndpoint =>
    new TritonMultiModelEndpoint(stack, 'Vision', { models: [classifier()] });
  const [one, two] = [new Stack(new App(), 'Stack'), new Stack(new App(), 'Stack')];
  endpointIn(one);
  endpointIn(two).addModel(classifier({ name: 'added' }));
  expect(policiesOf(two)).toEqual(policiesOf(one));
});

test.each<[string, () => Stack, () => Stack]>([
  ['a model that is in S3', () => stackInS3('one.tar.gz'), () => stackInS3('two.tar.gz')],
  ['an image', () => stackWith(), () => stackWith({ image: TritonImage.forRelease('24.05') })],
  ['a model of another name', () => stackWith(), () => stackWith({ model: classifier({ name: 'other' }) })],
])('%s comes with a policy of its own, and the policy of before is not edited', (_, first, second) => {
  const [before, after] = [executionPolicyOf(first()), executionPolicyOf(second())];
  expect(after.statements).not.toBe(before.statements);
  expect(after.id).not.toBe(before.id);
  expect(after.name).not.toBe(before.name);
});

test('the role never changes, whatever it may do', () => {
  const rolesOf = (stack: Stack): object => Template.fromStack(stack).findResources('AWS::IAM::Role');
  const executionRole = (stack: Stack): unknown =>
    Object.entries(rolesOf(stack)).filter(([id]) => id.includes('ExecutionRole'));
  expect(executionRole(stackInS3('one.tar.gz'))).toEqual(executionRole(stackWith()));
});

test('the key of the bucket is in the policy, and none is beside it that would be edited', () => {
  const stack = new Stack(new App(), 'Stack');
  const modelBucket = new Bucket(stack, 'Models', { encryptionKey: new Key(stack, 'Key') });
  const { role } = new TritonRealtimeEndpoint(stack, 'Classifier', { model: classifier(), modelBucket });
  expect(executionPolicyOf(stack).statements).toContain('kms:Decrypt');
  expect(role.node.tryFindChild('DefaultPolicy')).toBeUndefined();
});

describe('a role that is given', () => {
  const given = (roleIn: (stack: Stack) => IRole, stackName?: string, region = 'us-east-1'): Stack => {
    const stack = new Stack(new App(), 'Stack', {
      stackName,
      env: { account: '111122223333', region },
    });
    new TritonRealtimeEndpoint(stack, 'Classifier', { model: classifier(), role: roleIn(stack) });
    return stack;
  };
  const ARN = 'arn:aws:iam::111122223333:role/given';
  const own = (stack: Stack): Role =>
    new Role(stack, 'Given', { assumedBy: new ServicePrincipal('sagemaker.amazonaws.com') });

  test.each<[string, (stack: Stack) => IRole]>([
    ['of the same app', own],
    ['of elsewhere', (stack) => Role.fromRoleArn(stack, 'Given', ARN)],
  ])('%s gets the same policies', (_, roleIn) => {
    expect(policiesOf(given(roleIn)).map(({ id }) => id.replace(/[0-9a-fA-F]{24}$/, ''))).toEqual([
      'ClassifierExecutionPolicy',
      'ClassifierRollbackPolicy',
    ]);
  });

  test('of elsewhere that may not be changed gets none', () => {
    const stack = given((scope) => Role.fromRoleArn(scope, 'Given', ARN, { mutable: false }));
    expect(policiesOf(stack)).toEqual([]);
  });

  test('may be shared by stacks of any name and region: their policies have names of their own', () => {
    const shared = (stack: Stack): IRole => Role.fromRoleArn(stack, 'Given', ARN);
    const places = [['blue'], ['green'], ['blue', 'eu-west-1']];
    const names = places.map(([stackName, region]) => executionPolicyOf(given(shared, stackName, region)).name);
    expect(new Set(names).size).toBe(names.length);
  });
});

test('old and new policy of ten variants in a VPC, with a key and captured data, fit into a role together', () => {
  const stack = new Stack(new App(), 'Stack', { env: { account: '111122223333', region: 'ap-southeast-2' } });
  const key = new Key(stack, 'Key');
  new TritonRealtimeEndpoint(stack, 'Classifier', {
    model: TritonModel.fromDirectory(`${ARTIFACTS}/image-classifier/onnx`),
    variants: Array.from({ length: 10 }, (_, index) => ({ variantName: `Variant${index}` })),
    vpc: new Vpc(stack, 'Vpc', { availabilityZones: ['ap-southeast-2a', 'ap-southeast-2b', 'ap-southeast-2c'] }),
    instanceType: InstanceType.P3_2XLARGE,
    image: TritonImage.forRelease('25.04'),
    modelBucket: new Bucket(stack, 'Models', { encryptionKey: key }),
    dataCapture: { samplingPercentage: 1, encryptionKey: key },
  });
  const statements = statementsOf(Template.fromStack(stack), /ExecutionPolicy|RollbackPolicy/);
  const characters = JSON.stringify(statements, (_, value) => deployed(value)).length;
  expect(2 * characters).toBeLessThan(MAX_POLICY_CHARACTERS);
});

/** A text with references as it is in the account; a bucket's name is as long as one can be. */
function deployed(value: unknown): unknown {
  const { Ref, 'Fn::Join': join, 'Fn::GetAtt': attribute } = (value ?? {}) as Record<string, unknown>;
  if (Ref !== undefined) return Ref === 'AWS::Partition' ? 'aws-us-gov' : 'subnet-0123456789abcdef0';
  if (attribute !== undefined)
    return 'x'.repeat(/Key/.test(String(attribute)) ? 80 : 'arn:aws-us-gov:s3:::'.length + 63);
  return join === undefined ? value : (join as [string, unknown[]])[1].map(deployed).join('');
}
