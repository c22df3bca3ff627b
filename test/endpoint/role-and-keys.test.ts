import { App, Stack } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import {
  AnyPrincipal,
  CompositePrincipal,
  IPrincipal,
  IRole,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { TritonAsyncEndpoint, TritonRealtimeEndpoint, TritonRealtimeEndpointProps } from '../../lib';
import { classifier } from './fixtures';

const SAGEMAKER = new ServicePrincipal('sagemaker.amazonaws.com');
const LAMBDA = new ServicePrincipal('lambda.amazonaws.com');

function stackWith(props: (stack: Stack) => Partial<TritonRealtimeEndpointProps>): Stack {
  const stack = new Stack(new App(), 'Stack', { env: { account: '111122223333', region: 'eu-central-1' } });
  new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), ...props(stack) });
  return stack;
}

describe('the trust policy of a user’s role', () => {
  const synthesize = (assumedBy: IPrincipal, change: (role: Role) => void = () => undefined): void => {
    const stack = stackWith((scope) => {
      const role = new Role(scope, 'Given', { assumedBy });
      return { role };
    });
    change(stack.node.findChild('Given') as Role);
    (stack.node.root as App).synth();
  };

  test('is rejected if it allows only a different service', () => {
    expect(() => synthesize(LAMBDA)).toThrow(
      /\[Stack\/Endpoint\] role: got Stack\/Given, which lambda\.amazonaws\.com may assume; allowed: .*sagemaker\.amazonaws\.com.*iam\.role-trust/,
    );
  });

  test('is accepted if it also allows SageMaker', () => {
    expect(() => synthesize(new CompositePrincipal(LAMBDA, SAGEMAKER))).not.toThrow();
    expect(() => synthesize(new AnyPrincipal())).not.toThrow();
  });

  test('is accepted if it allows SageMaker only for resources of the account', () => {
    const sourceArn = { ArnLike: { 'aws:SourceArn': 'arn:aws:sagemaker:eu-central-1:111122223333:*' } };
    const account = { StringEquals: { 'aws:SourceAccount': '111122223333' } };
    for (const conditions of [sourceArn, account])
      expect(() => synthesize(SAGEMAKER.withConditions(conditions))).not.toThrow();
  });

  test('can be changed until synthesis', () => {
    const trust = new PolicyStatement({ principals: [SAGEMAKER], actions: ['sts:AssumeRole'] });
    expect(() => synthesize(LAMBDA, (role) => role.assumeRolePolicy?.addStatements(trust))).not.toThrow();
  });
});

describe('a user’s role to which the endpoint’s policy cannot be attached', () => {
  const ARN = 'arn:aws:iam::111122223333:role/given';
  const warningsOf = (createRole: (stack: Stack) => IRole): string[] =>
    Annotations.fromStack(stackWith((stack) => ({ role: createRole(stack) })))
      .findWarning('*', Match.stringLikeRegexp('iam\\.role-policy'))
      .map(({ entry }) => String(entry.data));

  test('causes a warning that contains the required policy', () => {
    const [warning, ...others] = warningsOf((stack) => Role.fromRoleArn(stack, 'Given', ARN, { mutable: false }));
    expect(others).toEqual([]);
    const policy = JSON.parse(/attach this policy.*?: (\{.*\}) \(/.exec(warning)?.[1] ?? '');
    const actions = policy.Statement.flatMap(({ Action }: { Action: string | string[] }) => Action);
    expect(actions).toEqual(
      expect.arrayContaining(['s3:GetObject', 'logs:PutLogEvents', 'ecr:BatchGetImage', 'cloudwatch:DescribeAlarms']),
    );
    expect(warning).toContain('arn:${AWS::Partition}:logs:eu-central-1:111122223333:log-group:');
  });

  test.each<[string, (stack: Stack) => IRole]>([
    ['immutable', (stack) => new Role(stack, 'Given', { assumedBy: SAGEMAKER }).withoutPolicyUpdates()],
    ['of a different account', (stack) => Role.fromRoleArn(stack, 'Given', 'arn:aws:iam::444455556666:role/given')],
  ])('causes a warning if the role is %s', (_, createRole) => expect(warningsOf(createRole)).toHaveLength(1));

  test.each<[string, (stack: Stack) => IRole]>([
    ['of this app', (stack) => new Role(stack, 'Given', { assumedBy: SAGEMAKER })],
    ['imported, to which CloudFormation attaches the policy', (stack) => Role.fromRoleArn(stack, 'Given', ARN)],
  ])('causes no warning for a role %s', (_, createRole) => expect(warningsOf(createRole)).toEqual([]));
});

describe('a key in a different Region', () => {
  const key = (stack: Stack, region: string) =>
    Key.fromKeyArn(stack, 'Key', `arn:aws:kms:${region}:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab`);

  test.each<[string, (stack: Stack, region: string) => Partial<TritonRealtimeEndpointProps>]>([
    ['encryptionKey', (stack, region) => ({ encryptionKey: key(stack, region) })],
    ['monitoring.logEncryptionKey', (stack, region) => ({ monitoring: { logEncryptionKey: key(stack, region) } })],
    [
      'dataCapture.encryptionKey',
      (stack, region) => ({ dataCapture: { samplingPercentage: 5, encryptionKey: key(stack, region) } }),
    ],
  ])('is rejected for %s', (field, props) => {
    const synthesizeWith = (region: string) => () => stackWith((stack) => props(stack, region));
    const message = new RegExp(
      `${field}: got a key in us-east-1; allowed: a key in eu-central-1, the endpoint's Region.*sm\\.key-region`,
    );
    expect(synthesizeWith('us-east-1')).toThrow(message);
    expect(synthesizeWith('eu-central-1')).not.toThrow(/sm\.key-region/);
  });

  test('is rejected for a bucket in the endpoint’s Region, but not for a bucket in the key’s Region', () => {
    const synthesizeWith = (bucketRegion: string) => () => {
      const stack = new Stack(new App(), 'Stack', { env: { account: '111122223333', region: 'eu-central-1' } });
      new TritonAsyncEndpoint(stack, 'Endpoint', {
        model: classifier(),
        outputBucket: Bucket.fromBucketAttributes(stack, 'Out', { bucketName: 'out', region: bucketRegion }),
        outputEncryptionKey: key(stack, 'us-east-1'),
      });
    };
    expect(synthesizeWith('eu-central-1')).toThrow(
      /outputEncryptionKey: got a key in us-east-1; allowed: .* the bucket's Region/,
    );
    expect(synthesizeWith('us-east-1')).not.toThrow(/sm\.key-region/);
  });
});
