import { Description, combineParts, recognizeResponse } from '../../../cli/import/description';
import { importEndpoint } from '../../../cli/import/import-endpoint';
import { hideSecrets } from '../../../cli/import/secrets';
import { describe as describeCalls } from './described';
import { PUBLISHED_ENDPOINTS, PublishedEndpoint } from './published-endpoints';

// Every field of a description is reproduced, a documented default, or listed.

type Json = Record<string, unknown>;

/** An endpoint with many settings. */
const MANY_SETTINGS: Pick<PublishedEndpoint, 'calls' | 'configs'> = {
  calls: {
    CreateModel: [
      {
        ModelName: 'model',
        ExecutionRoleArn: 'arn:aws:iam::111122223333:role/Serving',
        PrimaryContainer: {
          Image: '763104351884.dkr.ecr.us-east-1.amazonaws.com/sagemaker-tritonserver:24.09-py3',
          ModelDataSource: {
            S3DataSource: { S3Uri: 's3://models-of-shop/net/', S3DataType: 'S3Prefix', CompressionType: 'None' },
          },
          Environment: { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: 'net', OMP_NUM_THREADS: '2' },
        },
        VpcConfig: { Subnets: ['subnet-1'], SecurityGroupIds: ['sg-1'] },
      },
    ],
    CreateEndpointConfig: {
      EndpointConfigName: 'config',
      KmsKeyId: 'arn:aws:kms:us-east-1:111122223333:key/volumes',
      ProductionVariants: [
        {
          VariantName: 'blue',
          ModelName: 'model',
          InstanceType: 'ml.g5.xlarge',
          InitialInstanceCount: 2,
          VolumeSizeInGB: 30,
          ModelDataDownloadTimeoutInSeconds: 900,
          ContainerStartupHealthCheckTimeoutInSeconds: 901,
          EnableSSMAccess: true,
          InferenceAmiVersion: 'al2-ami-sagemaker-inference-gpu-3-1',
          RoutingConfig: { RoutingStrategy: 'RANDOM' },
          CoreDumpConfig: {
            DestinationS3Uri: 's3://dumps-of-shop/dumps/blue',
            KmsKeyId: 'arn:aws:kms:us-east-1:111122223333:key/dumps',
          },
        },
        {
          VariantName: 'green',
          ModelName: 'model',
          InstanceType: 'ml.g5.xlarge',
          InitialInstanceCount: 1,
          InitialVariantWeight: 0.5,
        },
      ],
      DataCaptureConfig: {
        EnableCapture: true,
        InitialSamplingPercentage: 20,
        DestinationS3Uri: 's3://captured-by-shop/requests',
        KmsKeyId: 'arn:aws:kms:us-east-1:111122223333:key/capture',
        CaptureOptions: [{ CaptureMode: 'Input' }, { CaptureMode: 'Output' }],
        CaptureContentTypeHeader: { CsvContentTypes: ['text/csv'], JsonContentTypes: ['application/json'] },
      },
      MetricsConfig: {
        EnableEnhancedMetrics: true,
        EnableDetailedObservability: true,
        MetricPublishFrequencyInSeconds: 10,
      },
    },
    CreateEndpoint: { EndpointName: 'shop', EndpointConfigName: 'config' },
    UpdateEndpoint: {
      DeploymentConfig: {
        BlueGreenUpdatePolicy: {
          TrafficRoutingConfiguration: {
            Type: 'LINEAR',
            LinearStepSize: { Type: 'CAPACITY_PERCENT', Value: 25 },
            WaitIntervalInSeconds: 600,
          },
          TerminationWaitInSeconds: 700,
          MaximumExecutionTimeoutInSeconds: 20000,
        },
      },
    },
    RegisterScalableTarget: [{ ResourceId: 'endpoint/shop/variant/blue', MinCapacity: 1, MaxCapacity: 4 }],
    PutScalingPolicy: [
      {
        PolicyName: 'requests',
        PolicyType: 'TargetTrackingScaling',
        ResourceId: 'endpoint/shop/variant/blue',
        TargetTrackingScalingPolicyConfiguration: {
          TargetValue: 70,
          ScaleInCooldown: 100,
          ScaleOutCooldown: 50,
          DisableScaleIn: false,
          PredefinedMetricSpecification: { PredefinedMetricType: 'SageMakerVariantInvocationsPerInstance' },
        },
      },
    ],
  },
  configs: { net: 'name: "net"\nbackend: "python"\n' },
};

const ENDPOINTS: Record<string, Pick<PublishedEndpoint, 'calls' | 'configs'>> = {
  ...PUBLISHED_ENDPOINTS,
  'many settings': MANY_SETTINGS,
};

function descriptionOf(name: string): Description {
  const { calls, configs } = ENDPOINTS[name];
  const parts = Object.values(describeCalls(calls)).map((response) => recognizeResponse(response) ?? {});
  const configurations = Object.entries(configs).map(([folder, text]) => ({ folder, text }));
  return hideSecrets({ ...combineParts(parts, 'test'), configurations });
}

/** A copy in which no object is in two places. */
const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

const listed = (description: Description): string[] =>
  importEndpoint(description).notCarriedOver.map(({ setting }) => setting);

/** The objects that a description contains, with their places. */
function objectsIn(value: unknown, place: string): [place: string, object: Json][] {
  if (Array.isArray(value)) return value.flatMap((each, index) => objectsIn(each, `${place}[${index}]`));
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, each]) =>
    objectsIn(each, place.endsWith(':') ? `${place} ${key}` : `${place}.${key}`),
  );
  return [[place, value as Json], ...inner];
}

const roots = ({
  DescribeEndpoint,
  DescribeEndpointConfig,
  DescribeModel,
  ScalableTargets,
  ScalingPolicies,
}: Description) =>
  [
    ...objectsIn(DescribeEndpoint, 'DescribeEndpoint:'),
    ...objectsIn(DescribeEndpointConfig, 'DescribeEndpointConfig:'),
    ...DescribeModel.flatMap((model) => objectsIn(model, `DescribeModel ${String(model.ModelName)}:`)),
    ...ScalableTargets.flatMap((each) => objectsIn(each, `DescribeScalableTargets ${String(each.ResourceId)}:`)),
    ...ScalingPolicies.flatMap((each) => objectsIn(each, `DescribeScalingPolicies ${String(each.PolicyName)}:`)),
  ] as [string, Json][];

/** The object at a place of a description. */
function objectAt(description: Description, place: string): Json {
  return Object.fromEntries(roots(description))[place];
}

/** Objects whose content is listed as a whole, or is a list of variables. */
const LISTED_AS_A_WHOLE =
  /\.Environment$|AutoRollbackConfiguration\.Alarms|CustomizedMetricSpecification\.Dimensions|SuspendedState/;

test.each(Object.keys(ENDPOINTS))('%s: a setting that the command does not know is listed, wherever it is', (name) => {
  const places = roots(descriptionOf(name))
    .map(([place]) => place)
    .filter((place) => !LISTED_AS_A_WHOLE.test(place));
  expect(places.length).toBeGreaterThan(4);
  for (const place of places) {
    const description = copyOf(descriptionOf(name));
    const object = objectAt(description, place);
    object.SettingOfNextYear = { Enabled: true };
    const setting = place.endsWith(':') ? `${place} SettingOfNextYear` : `${place}.SettingOfNextYear`;
    const isListed = listed(description).some((each) => setting.startsWith(each)); // the setting, or the object that contains it
    expect([setting, isListed]).toEqual([setting, true]);
  }
});

const CHANGES: Record<string, (value: never) => unknown> = {
  number: (value: number) => value + 1,
  boolean: (value: boolean) => !value,
  string: (value: string) => `${value}x`,
};

/** States and names, and initial values for which the current ones are reproduced. */
const STATES =
  /Current(Weight|InstanceCount)|Initial(InstanceCount|VariantWeight)$|SuspendedState|Time$|Arn$|ARN$|EndpointName$|ResourceId$|ServiceNamespace$|PolicyType$|PolicyName$|S3DataType$|CompressionType$|EndpointConfigName$/;

test.each(Object.keys(ENDPOINTS))('%s: a changed setting changes the app or the list', (name) => {
  const unchangedEndpoint = importEndpoint(descriptionOf(name));
  const outcome = ({
    construct,
    notCarriedOver,
    context,
    tags,
    before,
    after,
    leftovers,
    endpointConfigName,
    endpointArn,
  }: typeof unchangedEndpoint): string =>
    JSON.stringify([
      construct,
      context.variables,
      notCarriedOver,
      tags,
      before,
      after,
      leftovers,
      endpointConfigName,
      endpointArn,
    ]);
  const unchanged: string[] = [];
  for (const [place, object] of roots(descriptionOf(name))) {
    for (const [key, value] of Object.entries(object)) {
      if (typeof value === 'object') continue;
      const description = copyOf(descriptionOf(name));
      const changed = objectAt(description, place);
      changed[key] = CHANGES[typeof value](value as never);
      try {
        if (outcome(importEndpoint(description)) === outcome(unchangedEndpoint)) unchanged.push(`${place} ${key}`);
      } catch {
        // The change makes the endpoint one that cannot be imported.
      }
    }
  }
  const isSingle = (descriptionOf(name).DescribeEndpoint.ProductionVariants as unknown[]).length === 1; // its weight has no effect
  expect(unchanged.filter((each) => !STATES.test(each) && !(isSingle && each.endsWith('DesiredWeight')))).toEqual([]);
});
