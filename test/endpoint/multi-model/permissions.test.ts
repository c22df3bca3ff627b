import { App, Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { TritonMultiModelEndpoint } from '../../../lib';
import { Statement, statementsOf } from '../fixtures';
import { named, propertiesOf, templateOf, vision } from './fixtures';

/** What a role of the stack was granted. */
function granted(endpoint: TritonMultiModelEndpoint, grant: (role: Role) => void): Statement[] {
  grant(new Role(endpoint.stack, 'Caller', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') }));
  const [policy] = Object.values(templateOf(endpoint).findResources('AWS::IAM::Policy')).filter(({ Properties }) =>
    JSON.stringify(Properties.Roles).includes('Caller'),
  );
  return policy.Properties.PolicyDocument.Statement;
}

test.each([
  [false, /[0-9a-f]{64}\/$/],
  [true, /$/],
])('the endpoint may read and list all versions of its models, and no others (open: %p)', (openPrefix, version) => {
  const template = templateOf(vision({ openPrefix }));
  const { Prefix: published } = propertiesOf(template, 'Custom::TritonModelPublication');
  const Prefix = published.replace(version, '');
  const statements = statementsOf(template, /ExecutionPolicy/).filter(({ Action }) => String(Action).startsWith('s3:'));
  expect(statements.map(({ Action }) => Action)).toEqual(['s3:GetObject', 's3:ListBucket']);
  expect(JSON.stringify(statements[0].Resource)).toContain(`/${Prefix}*`);
  expect(statements[1].Condition).toEqual({ StringLike: { 's3:prefix': `${Prefix}*` } });
});

describe('grantInvokeModel', () => {
  test('allows requests to the named models only, also to one that is added later', () => {
    const endpoint = vision();
    const [statement] = granted(endpoint, (role) => {
      endpoint.grantInvokeModel(role, 'cat', 'late');
      endpoint.addModel(named('late'));
    });
    expect(statement.Action).toBe('sagemaker:InvokeEndpoint');
    expect(statement.Condition).toEqual({ StringEquals: { 'sagemaker:TargetModel': ['cat.tar.gz', 'late.tar.gz'] } });
  });

  test('under an open prefix names the objects, and takes those of others as they are', () => {
    const endpoint = vision({ openPrefix: true });
    const [{ Condition }] = granted(endpoint, (role) => endpoint.grantInvokeModel(role, 'cat', 'theirs.tar.gz'));
    expect(Condition).toEqual({
      StringEquals: { 'sagemaker:TargetModel': [endpoint.targetModel('cat'), 'theirs.tar.gz'] },
    });
  });

  test('of no model is refused: it would allow nothing', () => {
    const endpoint = vision();
    expect(() => endpoint.grantInvokeModel(endpoint.role)).toThrow(
      /grantInvokeModel: got no models; allowed: at least one; grantInvoke grants access to all models \(\S+\/mme\.models\)/,
    );
  });

  test('of an unknown model fails the synthesis', () => {
    const endpoint = vision();
    expect(() => granted(endpoint, (role) => endpoint.grantInvokeModel(role, 'bird'))).toThrow(
      /got 'bird'.*mme\.unknown-model/,
    );
  });
});

describe('grantPublish', () => {
  test('allows adding objects below the open prefix, and overwriting none', () => {
    const endpoint = vision({ openPrefix: true });
    const statements = granted(endpoint, (role) => endpoint.grantPublish(role));
    expect(statements.map(({ Action, Condition }) => [Action, Condition])).toEqual([
      ['s3:PutObject', { Null: { 's3:if-none-match': 'false' } }],
      ['s3:PutObject', { Bool: { 's3:ObjectCreationOperation': 'false' } }],
      ['s3:AbortMultipartUpload', undefined],
    ]);
    for (const { Resource } of statements) expect(JSON.stringify(Resource)).toContain(`/${endpoint.modelPrefix}*`);
  });

  test('opens the key of the bucket', () => {
    const stack = new Stack(new App(), 'Stack');
    const modelBucket = new Bucket(stack, 'Models', { encryptionKey: new Key(stack, 'Key') });
    const endpoint = vision({ openPrefix: true, modelBucket }, stack);
    const actions = granted(endpoint, (role) => endpoint.grantPublish(role)).flatMap(({ Action }) => Action);
    expect(actions).toEqual(expect.arrayContaining(['kms:Decrypt', 'kms:GenerateDataKey*']));
  });
});
