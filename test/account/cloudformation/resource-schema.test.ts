import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import { replacingProperties } from '../../../scripts/replacing-properties';
import { ResourceSchema } from './resource-schema';

const ENDPOINT = { EndpointConfigName: 'config-1' };
const CANARY = { Type: 'CANARY', CanarySize: { Type: 'INSTANCE_COUNT', Value: 1 }, WaitIntervalInSeconds: 60 };
const endpointWithRouting = (TrafficRoutingConfiguration: object) => ({
  ...ENDPOINT,
  DeploymentConfig: { BlueGreenUpdatePolicy: { TrafficRoutingConfiguration } },
});

describe('properties', () => {
  test.each([
    ['that are valid', 'AWS::SageMaker::Endpoint', endpointWithRouting(CANARY), []],
    [
      'with numbers as strings',
      'AWS::SageMaker::Endpoint',
      endpointWithRouting({ ...CANARY, WaitIntervalInSeconds: '60' }),
      [],
    ],
    ['without a required property', 'AWS::SageMaker::Endpoint', {}, ['#: required key [EndpointConfigName] not found']],
    [
      'with an unknown property',
      'AWS::SageMaker::Endpoint',
      endpointWithRouting({ ...CANARY, Waits: 1 }),
      ['#/DeploymentConfig/BlueGreenUpdatePolicy/TrafficRoutingConfiguration: extraneous key [Waits] is not permitted'],
    ],
    [
      'out of range',
      'AWS::SageMaker::Endpoint',
      endpointWithRouting({ ...CANARY, WaitIntervalInSeconds: 7200 }),
      [
        '#/DeploymentConfig/BlueGreenUpdatePolicy/TrafficRoutingConfiguration/WaitIntervalInSeconds: failed validation constraint for keyword [maximum] (must be <= 3600, not 7200)',
      ],
    ],
    [
      'with a read-only property',
      'AWS::SageMaker::Endpoint',
      { ...ENDPOINT, EndpointArn: 'arn' },
      ['#/EndpointArn: a read-only property cannot be set'],
    ],
    [
      'that do not match a pattern',
      'AWS::Lambda::Function',
      { Code: { ZipFile: '' }, Role: 'a role' },
      [expect.stringContaining('#/Role: failed validation constraint for keyword [pattern]')],
    ],
    [
      'that are too long',
      'AWS::IAM::Role',
      { AssumeRolePolicyDocument: {}, RoleName: 'r'.repeat(65) },
      [expect.stringContaining('#/RoleName: failed validation constraint for keyword [maxLength]')],
    ],
  ])('%s have the expected violations', (_, type, properties, violations) => {
    expect(ResourceSchema.of(type).violations(properties)).toEqual(violations);
  });

  test('of a type without a schema throw an error', () => {
    expect(() => ResourceSchema.of('AWS::EC2::Volume')).toThrow('add it to TYPES in schemas/extract.py');
  });
});

describe('a change', () => {
  const schema = ResourceSchema.of('AWS::SageMaker::EndpointConfig');

  test('of an immutable property replaces the resource', () => {
    expect(schema.impactOf({ KmsKeyId: 'one' }, { KmsKeyId: 'other' })).toBe('replace');
  });

  test('of a mutable property updates the resource in place', () => {
    expect(schema.impactOf({ Tags: [] }, { Tags: [{ Key: 'team', Value: 'vision' }] })).toBe('update');
  });

  test('of a conditionally immutable property may update or replace the resource', () => {
    const rule = ResourceSchema.of('AWS::Events::Rule');
    expect(rule.conditionalChanges({}, { EventBusName: 'other' })).toEqual(['/properties/EventBusName']);
  });
});

test('a resource is identified by properties, or by an ID that the service generates', () => {
  const target = { ResourceId: 'endpoint/a/variant/b', ScalableDimension: 'count', ServiceNamespace: 'sagemaker' };
  expect(ResourceSchema.of('AWS::ApplicationAutoScaling::ScalableTarget').identifierOf(target)).toBe(
    'endpoint/a/variant/b|count|sagemaker',
  );
  expect(ResourceSchema.of('AWS::SageMaker::Endpoint').identifierOf(ENDPOINT)).toBeUndefined();
});

/**
 * Properties whose changes replace the resource according to the user guide, but not according to the schemas. In the schemas, EventBusName
 * is conditionally immutable, only members of the Kafka configurations are immutable, and Domain and ObjectLockEnabled are mutable.
 */
const ONLY_DOCUMENTED = [
  'AWS::EC2::EIP Domain',
  'AWS::Events::Rule EventBusName',
  'AWS::Lambda::EventSourceMapping AmazonManagedKafkaEventSourceConfig',
  'AWS::Lambda::EventSourceMapping SelfManagedKafkaEventSourceConfig',
  'AWS::S3::Bucket ObjectLockEnabled',
];

test('schemas and documentation agree on the properties that replace a resource', () => {
  const documentedProperties = replacingProperties();
  const differences = loadAwsServiceSpecSync()
    .all('resource')
    .map(({ cloudFormationType }) => cloudFormationType)
    .filter((type) => FILES.includes(schemaFileOf(type)))
    .flatMap((type) => {
      const schema = ResourceSchema.of(type);
      const replaces = (name: string): boolean => schema.impactOf({}, { [name]: 'new' }) === 'replace';
      return schema.settableProperties
        .filter((name) => replaces(name) !== (documentedProperties[type] ?? []).includes(name))
        .map((name) => `${type} ${name}`);
    });
  expect(differences.sort()).toEqual(ONLY_DOCUMENTED);
});

const FILES = readdirSync(join(__dirname, 'schemas'));

function schemaFileOf(type: string): string {
  return `${type.split('::').slice(1).join('-').toLowerCase()}.json`;
}
