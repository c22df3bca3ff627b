import { App, Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { TritonMultiModelEndpoint } from '../../../lib';
import { Statement, statementsOf } from '../fixtures';
import { classifierNamed, propertiesOf, multiModelTemplate, createVisionEndpoint } from './fixtures';

/** The statements that a grant adds to a role in the stack. */
function statementsOfGrant(endpoint: TritonMultiModelEndpoint, grant: (role: Role) => void): Statement[] {
  grant(new Role(endpoint.stack, 'Caller', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') }));
  const [policy] = Object.values(multiModelTemplate(endpoint).findResources('AWS::IAM::Policy')).filter(
    ({ Properties }) => JSON.stringify(Properties.Roles).includes('Caller'),
  );
  return policy.Properties.PolicyDocument.Statement;
}

test.each([
  [false, /[0-9a-f]{64}\/$/],
  [true, /$/],
])(
  'the endpoint may read and list only the versions of its own models (open prefix: %p)',
  (openPrefix, versionSuffix) => {
    const template = multiModelTemplate(createVisionEndpoint({ openPrefix }));
    const { Prefix: publishedPrefix } = propertiesOf(template, 'Custom::TritonModelPublication');
    const Prefix = publishedPrefix.replace(versionSuffix, '');
    const statements = statementsOf(template, /ExecutionPolicy/).filter(({ Action }) =>
      String(Action).startsWith('s3:'),
    );
    expect(statements.map(({ Action }) => Action)).toEqual(['s3:GetObject', 's3:ListBucket']);
    expect(JSON.stringify(statements[0].Resource)).toContain(`/${Prefix}*`);
    expect(statements[1].Condition).toEqual({ StringLike: { 's3:prefix': `${Prefix}*` } });
  },
);

describe('grantInvokeModel', () => {
  test('allows requests only to the listed models, including a model that is added after the grant', () => {
    const endpoint = createVisionEndpoint();
    const [statement] = statementsOfGrant(endpoint, (role) => {
      endpoint.grantInvokeModel(role, 'cat', 'late');
      endpoint.addModel(classifierNamed('late'));
    });
    expect(statement.Action).toBe('sagemaker:InvokeEndpoint');
    expect(statement.Condition).toEqual({ StringEquals: { 'sagemaker:TargetModel': ['cat.tar.gz', 'late.tar.gz'] } });
  });

  test('accepts the names of objects that other tools add under an open prefix', () => {
    const endpoint = createVisionEndpoint({ openPrefix: true });
    const [{ Condition }] = statementsOfGrant(endpoint, (role) =>
      endpoint.grantInvokeModel(role, 'cat', 'theirs.tar.gz'),
    );
    expect(Condition).toEqual({
      StringEquals: { 'sagemaker:TargetModel': [endpoint.targetModel('cat'), 'theirs.tar.gz'] },
    });
  });

  test('rejects an empty list', () => {
    const endpoint = createVisionEndpoint();
    expect(() => endpoint.grantInvokeModel(endpoint.role)).toThrow(
      /grantInvokeModel: got no models; allowed: at least one; grantInvoke grants access to all models \(\S+\/mme\.models\)/,
    );
  });

  test('fails at synthesis for an unknown model', () => {
    const endpoint = createVisionEndpoint();
    expect(() => statementsOfGrant(endpoint, (role) => endpoint.grantInvokeModel(role, 'bird'))).toThrow(
      /got 'bird'.*mme\.unknown-model/,
    );
  });
});

describe('grantPublish', () => {
  test('allows adding objects under the open prefix, but not overwriting existing objects', () => {
    const endpoint = createVisionEndpoint({ openPrefix: true });
    const statements = statementsOfGrant(endpoint, (role) => endpoint.grantPublish(role));
    expect(statements.map(({ Action, Condition }) => [Action, Condition])).toEqual([
      ['s3:PutObject', { Null: { 's3:if-none-match': 'false' } }],
      ['s3:PutObject', { Bool: { 's3:ObjectCreationOperation': 'false' } }],
      ['s3:AbortMultipartUpload', undefined],
    ]);
    for (const { Resource } of statements) expect(JSON.stringify(Resource)).toContain(`/${endpoint.modelPrefix}*`);
  });

  test('allows the use of the bucket’s key', () => {
    const stack = new Stack(new App(), 'Stack');
    const modelBucket = new Bucket(stack, 'Models', { encryptionKey: new Key(stack, 'Key') });
    const endpoint = createVisionEndpoint({ openPrefix: true, modelBucket }, stack);
    const actions = statementsOfGrant(endpoint, (role) => endpoint.grantPublish(role)).flatMap(({ Action }) => Action);
    expect(actions).toEqual(expect.arrayContaining(['kms:Decrypt', 'kms:GenerateDataKey*']));
  });
});
