import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Vpc } from 'aws-cdk-lib/aws-ec2';
import { IRole, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { InstanceType, ModelFiles, TritonImage, TritonModel, TritonRealtimeEndpoint } from '../../lib';
import { ARTIFACTS_FOLDER, classifier, stackWith, statementsOf } from './fixtures';

/** Maximum length of all inline policies of a role together (IAM quotas). */
const MAX_POLICY_CHARACTERS = 10_240;

interface AttachedPolicy {
  readonly id: string;
  readonly name: string;
  readonly statements: string;
}

/** The policies that a template attaches to roles of endpoints. */
function policiesOf(stack: Stack): AttachedPolicy[] {
  return Object.entries(Template.fromStack(stack).findResources('AWS::IAM::Policy'))
    .filter(([id]) => /ExecutionPolicy/.test(id))
    .map(([id, { Properties }]) => ({
      id,
      name: Properties.PolicyName,
      statements: JSON.stringify(Properties.PolicyDocument.Statement),
    }));
}

const executionPolicyOf = (stack: Stack): AttachedPolicy => policiesOf(stack)[0];

function stackWithModelInS3(key: string): Stack {
  const stack = new Stack(new App(), 'Stack');
  const files = ModelFiles.fromS3(Bucket.fromBucketName(stack, 'Bucket', 'models'), key, key);
  new TritonRealtimeEndpoint(stack, 'Classifier', { model: classifier({ files }) });
  return stack;
}

test.each<[string, () => Stack, () => Stack]>([
  ['a model that is in S3', () => stackWithModelInS3('one.tar.gz'), () => stackWithModelInS3('two.tar.gz')],
  ['an image', () => stackWith(), () => stackWith({ image: TritonImage.forRelease('24.05') })],
])('%s creates a new policy, and the old policy is not edited', (_, first, second) => {
  const [before, after] = [executionPolicyOf(first()), executionPolicyOf(second())];
  expect(after.statements).not.toBe(before.statements);
  expect(after.id).not.toBe(before.id);
  expect(after.name).not.toBe(before.name);
});

test('the role never changes, regardless of its permissions', () => {
  const rolesOf = (stack: Stack): object => Template.fromStack(stack).findResources('AWS::IAM::Role');
  const executionRole = (stack: Stack): unknown =>
    Object.entries(rolesOf(stack)).filter(([id]) => id.includes('ExecutionRole'));
  expect(executionRole(stackWithModelInS3('one.tar.gz'))).toEqual(executionRole(stackWith()));
});

test('the execution policy allows the use of the bucket’s key, and the role has no default policy, which CDK would edit in place', () => {
  const stack = new Stack(new App(), 'Stack');
  const modelBucket = new Bucket(stack, 'Models', { encryptionKey: new Key(stack, 'Key') });
  const { role } = new TritonRealtimeEndpoint(stack, 'Classifier', { model: classifier(), modelBucket });
  expect(executionPolicyOf(stack).statements).toContain('kms:Decrypt');
  expect(role.node.tryFindChild('DefaultPolicy')).toBeUndefined();
});

describe('a user’s role', () => {
  const stackWithRole = (roleFor: (stack: Stack) => IRole, stackName?: string, region = 'us-east-1'): Stack => {
    const stack = new Stack(new App(), 'Stack', {
      stackName,
      env: { account: '111122223333', region },
    });
    new TritonRealtimeEndpoint(stack, 'Classifier', { model: classifier(), role: roleFor(stack) });
    return stack;
  };
  const ARN = 'arn:aws:iam::111122223333:role/given';
  const createRole = (stack: Stack): Role =>
    new Role(stack, 'Given', { assumedBy: new ServicePrincipal('sagemaker.amazonaws.com') });

  test.each<[string, (stack: Stack) => IRole]>([
    ['created in the same app', createRole],
    ['imported', (stack) => Role.fromRoleArn(stack, 'Given', ARN)],
  ])('that is %s has the policy of the endpoint', (_, roleFor) => {
    expect(policiesOf(stackWithRole(roleFor)).map(({ id }) => id.replace(/[0-9a-fA-F]{24}$/, ''))).toEqual([
      'ClassifierExecutionPolicy',
    ]);
  });

  test('that is imported and immutable has no policies', () => {
    const stack = stackWithRole((scope) => Role.fromRoleArn(scope, 'Given', ARN, { mutable: false }));
    expect(policiesOf(stack)).toEqual([]);
  });

  test('can be shared by stacks with different names or Regions, because the names of their policies differ', () => {
    const importRole = (stack: Stack): IRole => Role.fromRoleArn(stack, 'Given', ARN);
    const stackNamesAndRegions = [['blue'], ['green'], ['blue', 'eu-west-1']];
    const names = stackNamesAndRegions.map(
      ([stackName, region]) => executionPolicyOf(stackWithRole(importRole, stackName, region)).name,
    );
    expect(new Set(names).size).toBe(names.length);
  });
});

test('a role is large enough for both the old and the new policy of ten variants in a VPC, with a key and data capture', () => {
  const stack = new Stack(new App(), 'Stack', { env: { account: '111122223333', region: 'ap-southeast-2' } });
  const key = new Key(stack, 'Key');
  new TritonRealtimeEndpoint(stack, 'Classifier', {
    model: TritonModel.fromDirectory(`${ARTIFACTS_FOLDER}/image-classifier/onnx`),
    variants: Array.from({ length: 10 }, (_, index) => ({ variantName: `Variant${index}` })),
    vpc: new Vpc(stack, 'Vpc', { availabilityZones: ['ap-southeast-2a', 'ap-southeast-2b', 'ap-southeast-2c'] }),
    instanceType: InstanceType.P3_2XLARGE,
    image: TritonImage.forRelease('25.04'),
    modelBucket: new Bucket(stack, 'Models', { encryptionKey: key }),
    dataCapture: { samplingPercentage: 1, encryptionKey: key },
  });
  const statements = statementsOf(Template.fromStack(stack), /ExecutionPolicy/);
  const characters = JSON.stringify(statements, (_, value) => withLongestValues(value)).length;
  expect(2 * characters).toBeLessThan(MAX_POLICY_CHARACTERS);
});

/** Replaces references in a value with values of the maximum length. */
function withLongestValues(value: unknown): unknown {
  const { Ref, 'Fn::Join': join, 'Fn::GetAtt': attribute } = (value ?? {}) as Record<string, unknown>;
  if (Ref !== undefined) return Ref === 'AWS::Partition' ? 'aws-us-gov' : 'subnet-0123456789abcdef0';
  if (attribute !== undefined)
    return 'x'.repeat(/Key/.test(String(attribute)) ? 80 : 'arn:aws-us-gov:s3:::'.length + 63);
  return join === undefined ? value : (join as [string, unknown[]])[1].map(withLongestValues).join('');
}
