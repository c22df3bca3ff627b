import * as fs from 'fs';
import * as path from 'path';
import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import { App, Duration, Size, Stack, Tags } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Vpc } from 'aws-cdk-lib/aws-ec2';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Topic } from 'aws-cdk-lib/aws-sns';
import {
  CapacitySize,
  InstanceType,
  ModelFiles,
  RoutingStrategy,
  Scaling,
  TritonAsyncEndpoint,
  TritonImage,
  TritonMultiModelEndpoint,
  TritonRealtimeEndpoint,
  UpdateStrategy,
} from '../../lib';
import { classifier } from './fixtures';

/*
 * A property of the library sets each CloudFormation property of a model, an endpoint configuration or an endpoint. For the exceptions, a
 * table in docs/server.md explains why the property requires an override.
 */

const RESOURCE_TYPES = ['Model', 'EndpointConfig', 'Endpoint'] as const;

const SPECIFICATION = loadAwsServiceSpecSync();

/** The type of a property in AWS's specification of CloudFormation. Only the fields that the test reads are listed. */
interface SpecifiedType {
  readonly type: string;
  readonly element?: SpecifiedType;
  readonly reference?: { readonly $ref: string };
}
type SpecifiedProperties = Record<string, { readonly type: SpecifiedType }>;

/** All paths of the resources' properties, such as `Endpoint.DeploymentConfig.AutoRollbackConfiguration.Alarms`. */
function specifiedPaths(): string[] {
  return RESOURCE_TYPES.flatMap((type) => {
    const matches = SPECIFICATION.lookup('resource', 'cloudFormationType', 'equals', `AWS::SageMaker::${type}`);
    return pathsBelow(matches.only().properties, type);
  });
}

function pathsBelow(properties: SpecifiedProperties, parentPath: string): string[] {
  return Object.entries(properties).flatMap(([name, { type }]) => {
    const propertyPath = `${parentPath}.${name}`;
    const { reference } = type.element ?? type;
    return reference
      ? [propertyPath, ...pathsBelow(SPECIFICATION.get('typeDefinition', reference).properties, propertyPath)]
      : [propertyPath];
  });
}

/** The property paths in a template whose endpoints use all options of the library. */
function pathsSetByLibrary(): Set<string> {
  const stack = new Stack(new App(), 'Stack');
  buildEndpoints(stack);
  Tags.of(stack).add('team', 'vision');
  const template = Template.fromStack(stack);
  const paths = RESOURCE_TYPES.flatMap((type) =>
    Object.values(template.findResources(`AWS::SageMaker::${type}`)).flatMap(({ Properties }) =>
      pathsIn(Properties, type),
    ),
  );
  return new Set(paths);
}

function pathsIn(value: unknown, parentPath: string): string[] {
  if (Array.isArray(value)) return value.flatMap((element) => pathsIn(element, parentPath));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, property]) => [
    `${parentPath}.${name}`,
    ...pathsIn(property, `${parentPath}.${name}`),
  ]);
}

function buildEndpoints(stack: Stack): void {
  const encryptionKey = new Key(stack, 'Key');
  const vpc = new Vpc(stack, 'Vpc');
  const model = classifier();
  const credentialsFunction = LambdaFunction.fromFunctionName(stack, 'Credentials', 'credentials');
  const archiveInS3 = ModelFiles.fromS3(Bucket.fromBucketName(stack, 'Models', 'models'), 'model.tar.gz', '1');
  const registeredFiles = ModelFiles.fromModelPackage(
    'arn:aws:sagemaker:eu-west-1:111122223333:model-package/classifiers/3',
    Bucket.fromBucketName(stack, 'Registered', 'registered'),
    'model.tar.gz',
  );
  const half = CapacitySize.percent(50);

  new TritonRealtimeEndpoint(stack, 'Everything', {
    ...{ model, vpc, encryptionKey, networkIsolation: true, endpointName: 'everything' },
    image: TritonImage.fromPrivateRegistry('registry.example.com/triton:1', { release: '24.09' }, credentialsFunction),
    instanceType: InstanceType.P3_2XLARGE, // this type has volumes to encrypt
    volumeSize: Size.gibibytes(100),
    routingStrategy: RoutingStrategy.RANDOM,
    scaling: Scaling.concurrentRequests({ maxCapacity: 2, requestsPerInstance: 4 }),
    dataCapture: { samplingPercentage: 10, encryptionKey },
    updateStrategy: UpdateStrategy.canary({ size: half, maximumExecutionTimeout: Duration.hours(2) }),
    shadowVariants: [{ variantName: 'Shadow' }],
  });
  new TritonRealtimeEndpoint(stack, 'Pools', {
    model: classifier({ files: archiveInS3 }),
    instancePools: [
      { instanceType: InstanceType.G4DN_XLARGE },
      { instanceType: InstanceType.G5_XLARGE, model: classifier({ files: registeredFiles }) },
    ],
    updateStrategy: UpdateStrategy.linear({ stepSize: half }),
  });
  new TritonAsyncEndpoint(stack, 'Asynchronous', {
    ...{ model, outputEncryptionKey: encryptionKey },
    instanceType: InstanceType.P5_48XLARGE,
    successTopic: new Topic(stack, 'Successes'),
    errorTopic: new Topic(stack, 'Errors'),
    updateStrategy: UpdateStrategy.rolling({
      maximumBatchSize: half,
      rollbackBatchSize: half,
      maximumExecutionTimeout: Duration.hours(2),
    }),
  });
  new TritonMultiModelEndpoint(stack, 'MultiModel', { models: [model], modelCaching: false });
}

/** The properties in the table of docs/server.md, each with the reason for an override. */
function readTable(): Map<string, string> {
  const page = fs.readFileSync(path.join(__dirname, '..', '..', 'docs', 'server.md'), 'utf8');
  const [, section] = page.split('## Properties that have no option');
  const rows = section.split('\n').filter((line) => /^\| `/.test(line));
  return new Map(
    rows.flatMap((row) => {
      const [, names, reason] = row.split('|').map((cell) => cell.trim());
      return [...names.matchAll(/`([\w.]+)`/g)].map(([, name]): [string, string] => [name, reason]);
    }),
  );
}

/** Replaces shadow variants with production variants, which have the same properties. */
const toProductionVariant = (name: string): string => name.replace('ShadowProductionVariants.', 'ProductionVariants.');

const isAtOrBelow = (name: string, parent: string): boolean => name === parent || name.startsWith(`${parent}.`);

describe('CloudFormation properties', () => {
  const specified = specifiedPaths();
  const setByLibrary = pathsSetByLibrary();
  const table = readTable();

  test('are either set by properties of the library or listed in the table of docs/server.md', () => {
    const missing = specified
      .filter((name) => !setByLibrary.has(name) && !setByLibrary.has(toProductionVariant(name)))
      .filter((name) => ![...table.keys()].some((row) => isAtOrBelow(toProductionVariant(name), row)));
    expect(missing).toEqual([]);
  });

  test('in the table exist in the specification, and the library does not set them', () => {
    expect([...table.keys()].filter((name) => !specified.includes(name))).toEqual([]);
    expect([...table.keys()].filter((name) => setByLibrary.has(name))).toEqual([]);
  });

  test('in the table each have a reason', () => {
    expect([...table].filter(([, reason]) => !/^\S.{5,}$/.test(reason))).toEqual([]);
  });
});
