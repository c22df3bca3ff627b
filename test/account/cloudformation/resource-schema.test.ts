import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import { replacingProperties } from '../../../scripts/replacing-properties';
import { ResourceSchema } from './resource-schema';

const ENDPOINT = { EndpointConfigName: 'config-1' };
const CANARY = { Type: 'CANARY', CanarySize: { Type: 'INSTANCE_COUNT', Value: 1 }, WaitIntervalInSeconds: 60 };
const routed = (TrafficRoutingConfiguration: object) => ({
  ...ENDPOINT,
  DeploymentConfig: { BlueGreenUpdatePolicy: { TrafficRoutingConfiguration } },
});

describe('properties', () => {
  test.each([
    ['of a shape that is right', 'AWS::SageMaker::Endpoint', routed(CANARY), []],
    ['with numbers as texts', 'AWS::SageMaker::Endpoint', routed({ ...CANARY, WaitIntervalInSeconds: '60' }), []],
    ['that lack one', 'AWS::SageMaker::Endpoint', {}, ['#: required key [EndpointConfigName] not found']],
    [
      'that no type has',
      'AWS::SageMaker::Endpoint',
      routed({ ...CANARY, Waits: 1 }),
      ['#/DeploymentConfig/BlueGreenUpdatePolicy/TrafficRoutingConfiguration: extraneous key [Waits] is not permitted'],
    ],
    [
      'out of range',
      'AWS::SageMaker::Endpoint',
      routed({ ...CANARY, WaitIntervalInSeconds: 7200 }),
      [
        '#/DeploymentConfig/BlueGreenUpdatePolicy/TrafficRoutingConfiguration/WaitIntervalInSeconds: failed validation constraint for keyword [maximum] (must be <= 3600, not 7200)',
      ],
    ],
    [
      'that the service sets',
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
  ])('%s', (_, type, properties, violations) => {
    expect(ResourceSchema.of(type).violations(properties)).toEqual(violations);
  });

  test('of a type without a schema are a fault of the account', () => {
    expect(() => ResourceSchema.of('AWS::EC2::Volume')).toThrow('add it to TYPES in schemas/extract.py');
  });
});

describe('a change', () => {
  const schema = ResourceSchema.of('AWS::SageMaker::EndpointConfig');

  test('of an immutable property replaces the resource', () => {
    expect(schema.impactOf({ KmsKeyId: 'one' }, { KmsKeyId: 'other' })).toBe('replace');
  });

  test('of another property does not', () => {
    expect(schema.impactOf({ Tags: [] }, { Tags: [{ Key: 'team', Value: 'vision' }] })).toBe('update');
  });

  test('of a property that may replace the resource is left open', () => {
    const rule = ResourceSchema.of('AWS::Events::Rule');
    expect(rule.undecided({}, { EventBusName: 'other' })).toEqual(['/properties/EventBusName']);
  });
});

test('a resource is identified by properties, or by what the service makes of it', () => {
  const target = { ResourceId: 'endpoint/a/variant/b', ScalableDimension: 'count', ServiceNamespace: 'sagemaker' };
  expect(ResourceSchema.of('AWS::ApplicationAutoScaling::ScalableTarget').identifierOf(target)).toBe(
    'endpoint/a/variant/b|count|sagemaker',
  );
  expect(ResourceSchema.of('AWS::SageMaker::Endpoint').identifierOf(ENDPOINT)).toBeUndefined();
});

/** The user guide says that these replace the resource; the schema has EventBusName as conditional, and lets the others be updated. */
const ONLY_DOCUMENTED = ['AWS::EC2::EIP Domain', 'AWS::Events::Rule EventBusName', 'AWS::S3::Bucket ObjectLockEnabled'];

test('schemas and documentation agree on what replaces a resource', () => {
  const documented = replacingProperties();
  const differing = loadAwsServiceSpecSync()
    .all('resource')
    .map(({ cloudFormationType }) => cloudFormationType)
    .filter((type) => FILES.includes(fileOf(type)))
    .flatMap((type) => {
      const schema = ResourceSchema.of(type);
      const replaces = (name: string): boolean => schema.impactOf({}, { [name]: 'new' }) === 'replace';
      return schema.settable
        .filter((name) => replaces(name) !== (documented[type] ?? []).includes(name))
        .map((name) => `${type} ${name}`);
    });
  expect(differing.sort()).toEqual(ONLY_DOCUMENTED);
});

const FILES = readdirSync(join(__dirname, 'schemas'));

function fileOf(type: string): string {
  return `${type.split('::').slice(1).join('-').toLowerCase()}.json`;
}
