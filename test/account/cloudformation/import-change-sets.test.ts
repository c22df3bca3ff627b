import { simulate, Simulation } from '../simulation';
import { deploy, destroy } from './deploy';
import type { ResourceDefinition, Template } from './template';

const GROUP = '/aws/sagemaker/Endpoints/vision';
const TOPIC: ResourceDefinition = { Type: 'AWS::SNS::Topic' };

function logGroup(overrides: Partial<ResourceDefinition> = {}): ResourceDefinition {
  return {
    Type: 'AWS::Logs::LogGroup',
    Properties: { LogGroupName: GROUP },
    DeletionPolicy: 'Retain',
    ...overrides,
  };
}

async function call(
  aws: Simulation,
  operation: string,
  input: object,
  service = 'cloudformation',
): Promise<Record<string, unknown>> {
  return aws.account.call({ principal: 'deployer', service, operation, input: { ...input } });
}

/** Imports a log group as `Logs` into the stack `App`, and returns the last status of the stack. */
async function importLogs(
  aws: Simulation,
  template: Template,
  identifier: object = { LogGroupName: GROUP },
): Promise<string> {
  const { Id } = await call(aws, 'CreateChangeSet', {
    StackName: 'App',
    ChangeSetName: 'import',
    ChangeSetType: 'IMPORT',
    TemplateBody: JSON.stringify(template),
    ResourcesToImport: [
      { ResourceType: template.Resources.Logs.Type, LogicalResourceId: 'Logs', ResourceIdentifier: identifier },
    ],
  });
  expect(await call(aws, 'DescribeChangeSet', { ChangeSetName: Id })).toMatchObject({
    Status: 'CREATE_COMPLETE',
    Changes: [{ ResourceChange: { Action: 'Import', LogicalResourceId: 'Logs' } }],
  });
  await call(aws, 'ExecuteChangeSet', { ChangeSetName: Id });
  await aws.account.sleep(60_000);
  const { Stacks } = await call(aws, 'DescribeStacks', { StackName: 'App' });
  return (Stacks as { StackStatus: string }[])[0].StackStatus;
}

async function withLogGroup(test: (aws: Simulation) => Promise<void>): Promise<void> {
  await simulate({ seed: 1 }, async (aws) => {
    await call(aws, 'CreateLogGroup', { logGroupName: GROUP }, 'logs');
    await test(aws);
  });
}

test('an imported resource belongs to the new stack, and a later update can change it', async () => {
  await withLogGroup(async (aws) => {
    const changes = (): string[] =>
      aws.account.log
        .map(({ operation }) => operation)
        .filter((each) => !/^(Describe|CreateChangeSet|ExecuteChangeSet)/.test(each));
    expect(changes()).toEqual(['CreateLogGroup']);
    expect(await importLogs(aws, { Resources: { Logs: logGroup() } })).toBe('IMPORT_COMPLETE');
    expect(changes()).toEqual(['CreateLogGroup']); // the import sends no request that changes the group
    const retained = { LogGroupName: GROUP, RetentionInDays: 30 };
    const updated = {
      Resources: { Logs: logGroup({ Properties: retained, DeletionPolicy: undefined }), Topic: TOPIC },
    };
    expect((await deploy(aws.cloudformation, 'App', updated)).status).toBe('UPDATE_COMPLETE');
    expect(changes()).toContain('PutRetentionPolicy');
    expect((await destroy(aws.cloudformation, 'App')).status).toBe('DELETE_COMPLETE');
    expect([...aws.logs.groups.keys()]).toEqual([]);
  });
});

test('an existing stack can import a resource, which a deletion of the stack retains', async () => {
  await withLogGroup(async (aws) => {
    await deploy(aws.cloudformation, 'App', { Resources: { Topic: TOPIC } });
    expect(await importLogs(aws, { Resources: { Topic: TOPIC, Logs: logGroup() } })).toBe('IMPORT_COMPLETE');
    expect((await destroy(aws.cloudformation, 'App')).status).toBe('DELETE_COMPLETE');
    expect([...aws.logs.groups.keys()]).toEqual([GROUP]);
    expect(await importLogs(aws, { Resources: { Logs: logGroup() } })).toBe('IMPORT_COMPLETE'); // it belongs to no stack
  });
});

test.each<[string, Template, string]>([
  [
    'a resource that it would create',
    { Resources: { Logs: logGroup(), Topic: TOPIC } },
    'Resources [Topic] is missing from ResourceToImport list',
  ],
  [
    'an output',
    { Resources: { Logs: logGroup() }, Outputs: { Name: { Value: GROUP } } },
    'As part of the import operation, you cannot modify or add [Outputs]',
  ],
  [
    'a resource without a DeletionPolicy',
    { Resources: { Logs: logGroup({ DeletionPolicy: undefined }) } },
    'Following resources to import [Logs] must have DeletionPolicy attribute',
  ],
  [
    'an identifier that differs from the template',
    { Resources: { Logs: logGroup({ Properties: { LogGroupName: 'other' } }) } },
    'does not match the identifier value for the resource in the template',
  ],
  [
    'a type that cannot be imported',
    { Resources: { Logs: { ...TOPIC, DeletionPolicy: 'Retain' } } },
    'ResourceTypes [AWS::SNS::Topic] are not supported for Import',
  ],
])('a change set with %s is rejected', async (_, template, message) => {
  await withLogGroup(async (aws) => {
    await expect(importLogs(aws, template)).rejects.toThrow(message);
  });
});

test('a change set that changes or deletes an existing resource is rejected', async () => {
  await withLogGroup(async (aws) => {
    await deploy(aws.cloudformation, 'App', { Resources: { Topic: TOPIC } });
    const renamed = { ...TOPIC, Properties: { TopicName: 'other' } };
    const changes: Template['Resources'][] = [{ Topic: renamed, Logs: logGroup() }, { Logs: logGroup() }];
    for (const Resources of changes) {
      await expect(importLogs(aws, { Resources })).rejects.toThrow('you cannot modify or add [Topic]');
    }
  });
});

describe('an import fails, and the stack forgets the resource,', () => {
  test('if the resource does not exist', async () => {
    await simulate({ seed: 1 }, async (aws) => {
      expect(await importLogs(aws, { Resources: { Logs: logGroup() } })).toBe('IMPORT_ROLLBACK_COMPLETE');
    });
  });

  test('if the resource belongs to a different stack', async () => {
    await simulate({ seed: 1 }, async (aws) => {
      await deploy(aws.cloudformation, 'Other', { Resources: { Own: logGroup() } });
      expect(await importLogs(aws, { Resources: { Logs: logGroup() } })).toBe('IMPORT_ROLLBACK_COMPLETE');
      expect(aws.cloudformation.stacks.get('App')?.resources.size).toBe(0);
      expect([...aws.logs.groups.keys()]).toEqual([GROUP]);
    });
  });
});

test.each([
  [true, ['AWS::SageMaker::Endpoint', 'AWS::Logs::LogGroup']],
  [false, ['AWS::Logs::LogGroup']],
])(
  'the summary of a template names the types that can be imported, and their identifiers (%s)',
  async (isOn, types) => {
    const switches = { 'cloudformation.endpoints-can-be-imported': isOn };
    await simulate({ seed: 1, switches }, async (aws) => {
      const Resources = {
        Endpoint: { Type: 'AWS::SageMaker::Endpoint' },
        Policy: { Type: 'AWS::IAM::Policy' },
        Check: { Type: 'Custom::TritonModelPublication' },
        Logs: logGroup(),
      };
      const summary = await call(aws, 'GetTemplateSummary', { TemplateBody: JSON.stringify({ Resources }) });
      expect(summary.ResourceTypes).toEqual(Object.values(Resources).map(({ Type }) => Type));
      const summaries = summary.ResourceIdentifierSummaries as {
        ResourceType: string;
        ResourceIdentifiers: string[];
      }[];
      expect(summaries.map(({ ResourceType }) => ResourceType)).toEqual(types);
      expect(summaries.at(-1)).toEqual({
        ResourceType: 'AWS::Logs::LogGroup',
        LogicalResourceIds: ['Logs'],
        ResourceIdentifiers: ['LogGroupName'],
      });
      if (isOn) expect(summaries[0].ResourceIdentifiers).toEqual(['EndpointArn']);
    });
  },
);
