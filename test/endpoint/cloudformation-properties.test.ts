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
  FleetShare,
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
 * Each property that CloudFormation has of a model, an endpoint configuration or an endpoint is one that a property of the library sets, or
 * one that docs/hosting.md gives a reason for leaving to overrides.
 */

const TYPES = ['Model', 'EndpointConfig', 'Endpoint'] as const;

const SPECIFICATION = loadAwsServiceSpecSync();

/** What is read of the specification. */
interface Type {
  readonly type: string;
  readonly element?: Type;
  readonly reference?: { readonly $ref: string };
}
type Properties = Record<string, { readonly type: Type }>;

/** All paths of the resources' properties, such as `Endpoint.DeploymentConfig.AutoRollbackConfiguration.Alarms`. */
function specified(): string[] {
  return TYPES.flatMap((type) => {
    const found = SPECIFICATION.lookup('resource', 'cloudFormationType', 'equals', `AWS::SageMaker::${type}`);
    return pathsBelow(found.only().properties, type);
  });
}

function pathsBelow(properties: Properties, above: string): string[] {
  return Object.entries(properties).flatMap(([name, { type }]) => {
    const own = `${above}.${name}`;
    const { reference } = type.element ?? type;
    return reference ? [own, ...pathsBelow(SPECIFICATION.get('typeDefinition', reference).properties, own)] : [own];
  });
}

/** The same paths, as far as endpoints with every option set them. */
function set(): Set<string> {
  const stack = new Stack(new App(), 'Stack');
  buildEndpoints(stack);
  Tags.of(stack).add('team', 'vision');
  const template = Template.fromStack(stack);
  const all = TYPES.flatMap((type) =>
    Object.values(template.findResources(`AWS::SageMaker::${type}`)).flatMap(({ Properties }) =>
      pathsIn(Properties, type),
    ),
  );
  return new Set(all);
}

function pathsIn(value: unknown, above: string): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => pathsIn(each, above));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [`${above}.${name}`, ...pathsIn(each, `${above}.${name}`)]);
}

function buildEndpoints(stack: Stack): void {
  const encryptionKey = new Key(stack, 'Key');
  const vpc = new Vpc(stack, 'Vpc');
  const model = classifier();
  const credentialsFunction = LambdaFunction.fromFunctionName(stack, 'Credentials', 'credentials');
  const archive = ModelFiles.fromS3(Bucket.fromBucketName(stack, 'Models', 'models'), 'model.tar.gz', '1');
  const registered = ModelFiles.fromModelPackage(
    'arn:aws:sagemaker:eu-west-1:111122223333:model-package/classifiers/3',
    Bucket.fromBucketName(stack, 'Registered', 'registered'),
    'model.tar.gz',
  );
  const half = FleetShare.percent(50);

  new TritonRealtimeEndpoint(stack, 'Everything', {
    ...{ model, vpc, encryptionKey, networkIsolation: true, endpointName: 'everything', ssmAccess: true },
    image: TritonImage.fromPrivateRegistry('registry.example.com/triton:1', { release: '24.09', credentialsFunction }),
    instanceType: InstanceType.P3_2XLARGE, // has volumes
    volumeSize: Size.gibibytes(100),
    routingStrategy: RoutingStrategy.RANDOM,
    scaling: Scaling.concurrentRequests({ maxCapacity: 2, requestsPerInstance: 4 }),
    dataCapture: { samplingPercentage: 10, encryptionKey, csvContentTypes: ['text/csv'] },
    coreDumps: { encryptionKey },
    monitoring: { metricPublishFrequency: Duration.seconds(60) },
    updateStrategy: UpdateStrategy.canary({ size: half, maximumExecutionTimeout: Duration.hours(2) }),
    shadowVariants: [{ variantName: 'Shadow' }],
  });
  new TritonRealtimeEndpoint(stack, 'Pools', {
    model: classifier({ files: archive }),
    instancePools: [
      { instanceType: InstanceType.G4DN_XLARGE },
      { instanceType: InstanceType.G5_XLARGE, model: classifier({ files: registered }) },
    ],
    instanceProvisionTimeout: Duration.minutes(10),
    updateStrategy: UpdateStrategy.linear({ stepSize: half }),
  });
  new TritonAsyncEndpoint(stack, 'Asynchronous', {
    ...{ model, outputEncryptionKey: encryptionKey, responseInNotifications: true },
    instanceType: InstanceType.P5_48XLARGE,
    mlReservationArn: 'arn:aws:sagemaker:us-east-1:111122223333:training-plan/inference',
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

/** The properties of the table on the page, with why overrides will do. */
function tabled(): Map<string, string> {
  const page = fs.readFileSync(path.join(__dirname, '..', '..', 'docs', 'hosting.md'), 'utf8');
  const [, section] = page.split('## Properties that have no option');
  const rows = section.split('\n').filter((line) => /^\| `/.test(line));
  return new Map(
    rows.flatMap((row) => {
      const [, names, reason] = row.split('|').map((cell) => cell.trim());
      return [...names.matchAll(/`([\w.]+)`/g)].map(([, name]): [string, string] => [name, reason]);
    }),
  );
}

/** Shadow variants take what production variants do. */
const alike = (name: string): string => name.replace('ShadowProductionVariants.', 'ProductionVariants.');

const isBelow = (name: string, above: string): boolean => name === above || name.startsWith(`${above}.`);

describe('properties of CloudFormation', () => {
  const all = specified();
  const settable = set();
  const table = tabled();

  test('are set by properties of the library, or are in the table', () => {
    const missing = all
      .filter((name) => !settable.has(name) && !settable.has(alike(name)))
      .filter((name) => ![...table.keys()].some((row) => isBelow(alike(name), row)));
    expect(missing).toEqual([]);
  });

  test('in the table are those of the specification that no property of the library sets', () => {
    expect([...table.keys()].filter((name) => !all.includes(name))).toEqual([]);
    expect([...table.keys()].filter((name) => settable.has(name))).toEqual([]);
  });

  test('in the table have a sentence each', () => {
    expect([...table].filter(([, reason]) => !/^\S.{20,}$/.test(reason))).toEqual([]);
  });
});
