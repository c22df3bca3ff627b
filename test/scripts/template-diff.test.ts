import { stackChanges } from '../../scripts/template-diff/stack-changes';
import { Resource, Template } from '../../scripts/template-diff/template';

const OLD_HASH = 'a'.repeat(64);
const NEW_HASH = 'b'.repeat(64);

const queue: Resource = {
  Type: 'AWS::SQS::Queue',
  Properties: { QueueName: 'jobs', DelaySeconds: 5 },
  Metadata: { 'aws:cdk:path': 'Stack/Jobs/Resource' },
};
const worker: Resource = {
  Type: 'AWS::Lambda::Function',
  Properties: {
    Code: { S3Key: `${OLD_HASH}.zip` },
    MemorySize: 512,
    Environment: { Variables: { QUEUE: { Ref: 'Jobs' } } },
  },
};

function template(Resources: Record<string, Resource>, sections: Template = {}): Template {
  return { Resources, ...sections };
}

function withProperties(resource: Resource, properties: Record<string, unknown>): Resource {
  return { ...resource, Properties: { ...resource.Properties, ...properties } };
}

function changes(before: Template, after: Template): string[] {
  return stackChanges('Shop', before, after);
}

test('the diff reports that there are no changes', () => {
  expect(changes(template({ queue, worker }), template({ worker, queue }))).toEqual(['Shop: no difference']);
});

test('the diff reports a new stack and a removed stack', () => {
  expect(stackChanges('Shop', undefined, template({ queue }))).toEqual(['Shop: new stack, 1 resource']);
  expect(stackChanges('Shop', template({ queue }), undefined)).toEqual([
    'Shop: no such stack any more, had 1 resource',
  ]);
});

test('the diff reports an added resource and a removed resource', () => {
  expect(changes(template({ Jobs: queue }), template({ Worker: worker }))).toEqual([
    'Shop:',
    '  removed Stack/Jobs/Resource Jobs (AWS::SQS::Queue)',
    '  added Worker (AWS::Lambda::Function)',
  ]);
});

test('the diff reports whether a removed resource is retained in the account', () => {
  const retainedQueue = { ...queue, DeletionPolicy: 'Retain' };
  expect(changes(template({ Jobs: retainedQueue }), template({}))).toEqual([
    'Shop:',
    '  removed Stack/Jobs/Resource Jobs (AWS::SQS::Queue), but it stays in the account',
  ]);
});

test('the diff reports a property that is updated in place', () => {
  const longerDelay = withProperties(queue, { DelaySeconds: 10 });
  expect(changes(template({ Jobs: queue }), template({ Jobs: longerDelay }))).toEqual([
    'Shop:',
    '  changed Stack/Jobs/Resource Jobs (AWS::SQS::Queue): updated in place',
    '    DelaySeconds: from 5 to 10',
  ]);
});

test('the diff reports a property that requires replacement, and references to the replaced resource', () => {
  const renamedQueue = withProperties(queue, { QueueName: 'orders' });
  const policy: Resource = {
    Type: 'AWS::SQS::QueueInlinePolicy',
    Properties: { Queue: { Ref: 'Jobs' }, PolicyDocument: {} },
  };
  expect(changes(template({ Jobs: queue, Policy: policy }), template({ Jobs: renamedQueue, Policy: policy }))).toEqual([
    'Shop:',
    '  changed Stack/Jobs/Resource Jobs (AWS::SQS::Queue): replaced',
    '    QueueName: from "jobs" to "orders"',
    '  changed Policy (AWS::SQS::QueueInlinePolicy): replaced',
    '    Queue: from "${Jobs}" to "${Jobs (replaced)}"',
  ]);
});

test('the diff reports a changed dependency, which does not update the resource', () => {
  const dependentWorker = { ...worker, DependsOn: ['Jobs'] };
  expect(
    changes(template({ Jobs: queue, Worker: worker }), template({ Jobs: queue, Worker: dependentWorker })),
  ).toEqual(['Shop:', '  changed Worker (AWS::Lambda::Function): not updated', '    DependsOn: added, ["Jobs"]']);
});

test('the diff reports changed logical IDs, also of resources with references to each other', () => {
  const renamed = withProperties(worker, { Environment: { Variables: { QUEUE: { Ref: 'Orders' } } } });
  expect(changes(template({ Worker: worker, Jobs: queue }), template({ Clerk: renamed, Orders: queue }))).toEqual([
    'Shop:',
    '  renamed Stack/Jobs/Resource Orders (AWS::SQS::Queue), was Jobs: the old one is removed, a new one made',
    '  renamed Clerk (AWS::Lambda::Function), was Worker: the old one is removed, a new one made',
  ]);
});

describe('hashes', () => {
  const newCode = withProperties(worker, { Code: { S3Key: `${NEW_HASH}.zip` } });

  test('without other changes are reported in one line', () => {
    const before = template({ One: worker, Two: worker, Three: worker });
    expect(changes(before, template({ One: newCode, Two: newCode, Three: worker }))).toEqual([
      'Shop: code of 2 functions changed',
    ]);
  });

  test('do not hide other changes', () => {
    const moreMemory = withProperties(newCode, { MemorySize: 1024 });
    expect(changes(template({ Worker: worker }), template({ Worker: moreMemory }))).toEqual([
      'Shop:',
      '  code of 1 function changed',
      '  changed Worker (AWS::Lambda::Function): updated in place',
      '    MemorySize: from 512 to 1024',
    ]);
  });

  test('of other resources are counted by type', () => {
    const model = (hash: string): Resource => ({ Type: 'Custom::Model', Properties: { Prefix: `models/${hash}` } });
    expect(changes(template({ Model: model(OLD_HASH) }), template({ Model: model(NEW_HASH) }))).toEqual([
      'Shop: hashes in 1 Custom::Model changed',
    ]);
  });
});

test('the diff reports changed hashes outside of resources', () => {
  const withOutput = (hash: string): Template => template({}, { Outputs: { Release: { Value: hash } } });
  expect(changes(withOutput(OLD_HASH), withOutput(NEW_HASH))).toEqual(['Shop: only hashes changed']);
});

test('the diff ignores the time of synthesis', () => {
  const withSalt = (salt: string): Template => template({ Check: { Type: 'Custom::Check', Properties: { salt } } });
  expect(changes(withSalt('1763750837000'), withSalt('1763750838000'))).toEqual(['Shop: no difference']);
});

test('the diff compares the parts of JSON in strings, such as a dashboard', () => {
  const dashboard = (period: number): Resource => ({
    Type: 'AWS::CloudWatch::Dashboard',
    Properties: {
      DashboardBody: {
        'Fn::Join': ['', ['{"widgets":[{"region":"', { Ref: 'AWS::Region' }, `","period":${period}}]}`]],
      },
    },
  });
  expect(changes(template({ Board: dashboard(60) }), template({ Board: dashboard(300) }))).toEqual([
    'Shop:',
    '  changed Board (AWS::CloudWatch::Dashboard): updated in place',
    '    DashboardBody.widgets.0.period: from 60 to 300',
  ]);
});

test('the diff reports added and removed elements of a list', () => {
  const role = (...actions: string[]): Resource => ({ Type: 'AWS::IAM::Role', Properties: { Actions: actions } });
  expect(changes(template({ Role: role('s3:Get') }), template({ Role: role('s3:Put', 's3:List') }))).toEqual([
    'Shop:',
    '  changed Role (AWS::IAM::Role): updated in place',
    '    Actions: without "s3:Get"',
    '    Actions: with "s3:Put", "s3:List"',
  ]);
});

test('the diff reports a list with a changed element, and a list in a different order', () => {
  const role = (...actions: string[]): Resource => ({ Type: 'AWS::IAM::Role', Properties: { Actions: actions } });
  const before = template({ Role: role('s3:Get', 's3:Put') });
  expect(changes(before, template({ Role: role('s3:List', 's3:Get') })).slice(2)).toEqual([
    '    Actions: without "s3:Put"',
    '    Actions: with "s3:List"',
  ]);
  expect(changes(before, template({ Role: role('s3:Put', 's3:Get') })).slice(2)).toEqual([
    '    Actions: from ["s3:Get","s3:Put"] to ["s3:Put","s3:Get"]',
  ]);
});

test('the diff reports changed parameters, outputs, mappings and conditions', () => {
  const before = { Parameters: { Size: { Default: 1 } }, Outputs: { Url: { Value: 'a' } } };
  const after = {
    Parameters: { Size: { Default: 2 } },
    Mappings: { Accounts: { 'eu-west-1': { account: '1' } } },
    Conditions: { IsChina: { 'Fn::Equals': ['a', 'b'] } },
  };
  expect(changes(template({}, before), template({}, after))).toEqual([
    'Shop:',
    '  parameter Size.Default: from 1 to 2',
    '  output Url: removed, was {"Value":"a"}',
    '  mapping Accounts: added, {"eu-west-1":{"account":"1"}}',
    '  condition IsChina: added, {"Fn::Equals":["a","b"]}',
  ]);
});
