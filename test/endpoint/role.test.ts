import { App, Stack } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import {
  AnyPrincipal,
  CompositePrincipal,
  IPrincipal,
  IRole,
  ManagedPolicy,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import { TritonRealtimeEndpoint, TritonRealtimeEndpointProps } from '../../lib';
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

  test('causes a warning if the role is immutable', () => {
    const immutable = (stack: Stack) => new Role(stack, 'Given', { assumedBy: SAGEMAKER }).withoutPolicyUpdates();
    expect(warningsOf(immutable)).toHaveLength(1);
  });

  test.each<[string, (stack: Stack) => IRole]>([
    ['of this app', (stack) => new Role(stack, 'Given', { assumedBy: SAGEMAKER })],
    ['imported, to which CloudFormation attaches the policy', (stack) => Role.fromRoleArn(stack, 'Given', ARN)],
  ])('causes no warning for a role %s', (_, createRole) => expect(warningsOf(createRole)).toEqual([]));
});

describe('a user’s role that may create log groups', () => {
  const warningsFor = (policyNames: string[], change: (role: Role) => void = () => undefined): string[] => {
    const stack = stackWith((scope) => ({
      role: new Role(scope, 'Given', {
        assumedBy: SAGEMAKER,
        managedPolicies: policyNames.map((name) => ManagedPolicy.fromAwsManagedPolicyName(name)),
      }),
    }));
    change(stack.node.findChild('Given') as Role);
    return Annotations.fromStack(stack)
      .findWarning('*', Match.stringLikeRegexp('iam\\.role-log-groups'))
      .map(({ entry }) => String(entry.data));
  };

  test.each(['AmazonSageMakerFullAccess', 'CloudWatchLogsFullAccess', 'AdministratorAccess'])(
    'by %s causes a warning that names the policy and the fix',
    (name) => {
      expect(warningsFor(['AmazonS3ReadOnlyAccess', name])).toEqual([
        expect.stringMatching(`^role: got Stack/Given with ${name}, .*a role without this managed policy`),
      ]);
    },
  );

  test('by a policy that is added after the endpoint causes a warning', () => {
    const policy = ManagedPolicy.fromAwsManagedPolicyName('AmazonSageMakerFullAccess');
    expect(warningsFor([], (role) => role.addManagedPolicy(policy))).toHaveLength(1);
  });

  test('is not assumed for other policies', () => {
    expect(warningsFor(['AmazonS3FullAccess', 'AmazonSageMakerReadOnly'])).toEqual([]);
  });
});
