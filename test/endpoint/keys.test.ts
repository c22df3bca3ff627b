import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Alias, IKey, Key } from 'aws-cdk-lib/aws-kms';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import {
  InstanceType,
  ModelFiles,
  TritonAsyncEndpoint,
  TritonMultiModelEndpoint,
  TritonRealtimeEndpoint,
} from '../../lib';
import { classifier } from './fixtures';

const createStack = () => new Stack(new App(), 'Stack', { env: { account: '111122223333', region: 'eu-central-1' } });

/** All properties of an endpoint that take a key, each with a key of its own. */
function templateWith(keyOf: (stack: Stack, id: string) => IKey): Template {
  const stack = createStack();
  new TritonAsyncEndpoint(stack, 'Endpoint', {
    model: classifier(),
    instanceType: InstanceType.of('ml.c5.xlarge'),
    encryptionKey: keyOf(stack, 'volume'),
    outputEncryptionKey: keyOf(stack, 'output'),
    monitoring: { logEncryptionKey: keyOf(stack, 'log') },
    modelBucket: new Bucket(stack, 'Models', { encryptionKey: keyOf(stack, 'models') }),
  });
  new TritonRealtimeEndpoint(stack, 'Captured', {
    model: classifier(),
    dataCapture: { samplingPercentage: 5, encryptionKey: keyOf(stack, 'capture') },
  });
  return Template.fromStack(stack);
}

test('an alias of a key stands for its key in policies, and for log groups', () => {
  const template = templateWith((stack, id) => new Key(stack, id).addAlias(`alias/${id}`));
  const users = ['AWS::IAM::Policy', 'AWS::IAM::Role', 'AWS::Logs::LogGroup'].map((type) =>
    template.findResources(type),
  );
  const text = JSON.stringify(users);
  for (const id of ['volume', 'output', 'log', 'models', 'capture'])
    expect(text).toMatch(new RegExp(`"Fn::GetAtt":\\["${id}`));
  expect(text).not.toMatch(/Alias|:alias\//);
});

test.each(['encryptionKey', 'outputEncryptionKey', 'monitoring.logEncryptionKey', 'dataCapture.encryptionKey'])(
  '%s cannot be an alias by its name, whose key is not known',
  (field) => {
    const stack = createStack();
    const key = Alias.fromAliasName(stack, 'Alias', 'alias/mine');
    const create = () =>
      new TritonAsyncEndpoint(stack, 'Endpoint', {
        model: classifier(),
        instanceType: InstanceType.of('ml.c5.xlarge'),
        encryptionKey: key,
        outputEncryptionKey: key,
        monitoring: { logEncryptionKey: key },
        dataCapture: { samplingPercentage: 5, encryptionKey: key },
      });
    expect(create).toThrow(
      new RegExp(`${field}: got the alias 'alias/mine' by its name.*Key\\.fromLookup.*sm\\.key-alias`),
    );
  },
);

test('the key of a bucket can be an alias by its name: policies allow any key with this alias', () => {
  const stack = createStack();
  const encryptionKey = Alias.fromAliasName(stack, 'Alias', 'alias/models');
  const bucket = new Bucket(stack, 'Models', { encryptionKey });
  new TritonRealtimeEndpoint(stack, 'Endpoint', {
    model: classifier().withOverrides({ files: ModelFiles.fromS3(bucket, 'classifier/') }),
  });
  const statements = Object.values(Template.fromStack(stack).findResources('AWS::IAM::Policy')).flatMap(
    ({ Properties }) => Properties.PolicyDocument.Statement,
  );
  expect(statements).toContainEqual({
    Action: 'kms:Decrypt',
    Effect: 'Allow',
    Condition: { 'ForAnyValue:StringEquals': { 'kms:ResourceAliases': 'alias/models' } },
    Resource: { 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':kms:eu-central-1:111122223333:key/*']] },
  });
});

describe('the key of the model bucket', () => {
  const endpoints = {
    'real-time endpoint': (stack: Stack, modelBucket: Bucket) =>
      new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), modelBucket }),
    'multi-model endpoint': (stack: Stack, modelBucket: Bucket) =>
      new TritonMultiModelEndpoint(stack, 'Endpoint', { models: [classifier()], modelBucket }),
  };
  const templateOf = (kind: keyof typeof endpoints, keyId: string) => {
    const stack = createStack();
    endpoints[kind](stack, new Bucket(stack, 'Models', { encryptionKey: new Key(stack, keyId) }));
    return Template.fromStack(stack);
  };
  const publicationOf = (template: Template) =>
    Object.values(template.findResources('Custom::TritonModelPublication'))[0];
  const kinds = Object.keys(endpoints) as (keyof typeof endpoints)[];

  test.each(kinds)('is part of the prefix of a %s, since a new key requires new copies', (kind) => {
    const [first, second, again] = ['First', 'Second', 'First'].map((keyId) => {
      const { Prefix: prefix } = publicationOf(templateOf(kind, keyId)).Properties;
      return JSON.stringify(prefix);
    });
    expect(second).not.toBe(first);
    expect(again).toBe(first);
  });

  test.each(kinds)('may be used before the publication of a %s begins', (kind) => {
    const template = templateOf(kind, 'Key');
    const policies = template.findResources('AWS::IAM::Policy');
    const permissions = publicationOf(template).DependsOn.flatMap(
      (id: string) => policies[id]?.Properties.PolicyDocument.Statement ?? [],
    );
    expect(permissions).toContainEqual({
      Action: ['kms:Decrypt', 'kms:GenerateDataKey'],
      Effect: 'Allow',
      Resource: { 'Fn::GetAtt': [expect.stringMatching(/^Key/), 'Arn'] },
    });
  });
});
