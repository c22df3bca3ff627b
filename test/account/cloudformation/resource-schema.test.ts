import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import { ResourceSchema } from './resource-schema';

const ENDPOINT = { EndpointConfigName: 'config-1' };
const CANARY = { Type: 'CANARY', CanarySize: { Type: 'INSTANCE_COUNT', Value: 1 }, WaitIntervalInSeconds: 60 };
const endpointWithRouting = (TrafficRoutingConfiguration: object) => ({
  ...ENDPOINT,
  DeploymentConfig: { BlueGreenUpdatePolicy: { TrafficRoutingConfiguration } },
});

describe('properties', () => {
  test.each([
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
  ])('%s have the expected violations', (_, type, properties, violations) => {
    expect(ResourceSchema.of(type).violations(properties)).toEqual(violations);
  });

  test('have the types of the schema after their conversion', () => {
    const properties = { EndpointName: 'shared', RuntimeConfig: { CopyCount: '3' } };
    expect(ResourceSchema.of('AWS::SageMaker::InferenceComponent').coerce(properties)).toEqual({
      EndpointName: 'shared',
      RuntimeConfig: { CopyCount: 3 },
    });
  });
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
  const differences = loadAwsServiceSpecSync()
    .all('resource')
    .filter(({ cloudFormationType: type }) => FILES.includes(schemaFileOf(type)))
    .flatMap(({ cloudFormationType: type, properties }) => {
      const schema = ResourceSchema.of(type);
      const replaces = (name: string): boolean => schema.impactOf({}, { [name]: 'new' }) === 'replace';
      return schema.settableProperties
        .filter((name) => replaces(name) !== (properties[name]?.causesReplacement === 'yes'))
        .map((name) => `${type} ${name}`);
    });
  expect(differences.sort()).toEqual(ONLY_DOCUMENTED);
});

const FILES = readdirSync(join(__dirname, 'schemas'));

function schemaFileOf(type: string): string {
  return `${type.split('::').slice(1).join('-').toLowerCase()}.json`;
}
