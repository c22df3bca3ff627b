import { combineParts, Description, recognizeResponse } from '../../../cli/import/description';
import { hideSecrets } from '../../../cli/import/secrets';
import { Calls, describe } from './described';
import { PUBLISHED_ENDPOINTS, PublishedEndpoint } from './published-endpoints';

/** An endpoint with many settings. */
export const MANY_SETTINGS: Pick<PublishedEndpoint, 'calls' | 'configs'> = {
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
          InstanceType: 'ml.p3.2xlarge',
          InitialInstanceCount: 2,
          VolumeSizeInGB: 30,
          ModelDataDownloadTimeoutInSeconds: 900,
          ContainerStartupHealthCheckTimeoutInSeconds: 901,
          InferenceAmiVersion: 'al2-ami-sagemaker-inference-gpu-3-1',
          RoutingConfig: { RoutingStrategy: 'RANDOM' },
        },
        {
          VariantName: 'green',
          ModelName: 'model',
          InstanceType: 'ml.p3.2xlarge',
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

const [model] = MANY_SETTINGS.calls.CreateModel;
const { ProductionVariants, ...configuration } = MANY_SETTINGS.calls.CreateEndpointConfig;
const [blue] = ProductionVariants as Record<string, unknown>[];
const { ModelName: _modelName, InstanceType: _instanceType, ...instances } = blue;

/** An asynchronous endpoint with many settings. */
const ASYNCHRONOUS: Pick<PublishedEndpoint, 'calls' | 'configs'> = {
  ...MANY_SETTINGS,
  calls: {
    ...MANY_SETTINGS.calls,
    CreateEndpointConfig: {
      ...configuration,
      ProductionVariants: [blue],
      AsyncInferenceConfig: {
        ClientConfig: { MaxConcurrentInvocationsPerInstance: 4 },
        OutputConfig: {
          S3OutputPath: 's3://responses-of-shop/out',
          S3FailurePath: 's3://responses-of-shop/failures',
          KmsKeyId: 'arn:aws:kms:us-east-1:111122223333:key/responses',
          NotificationConfig: { ErrorTopic: 'arn:aws:sns:us-east-1:111122223333:errors' },
        },
      },
    },
  },
};

/** An endpoint with an inference component and many settings. */
const COMPONENTS: Pick<PublishedEndpoint, 'calls' | 'configs'> = {
  ...MANY_SETTINGS,
  calls: {
    CreateModel: [model],
    CreateEndpointConfig: {
      ...configuration,
      ExecutionRoleArn: 'arn:aws:iam::111122223333:role/Endpoint',
      VpcConfig: { Subnets: ['subnet-1'], SecurityGroupIds: ['sg-1'] },
      ProductionVariants: [
        {
          ...instances,
          InstancePools: [
            { InstanceType: 'ml.p3.2xlarge', Priority: 1 },
            { InstanceType: 'ml.p3.8xlarge', Priority: 2 },
          ],
          ManagedInstanceScaling: {
            Status: 'ENABLED',
            MinInstanceCount: 1,
            MaxInstanceCount: 3,
            ScaleInPolicy: { Strategy: 'CONSOLIDATION', MaximumStepSize: 2, CooldownInMinutes: 30 },
          },
        },
      ],
    },
    CreateEndpoint: MANY_SETTINGS.calls.CreateEndpoint,
    UpdateEndpoint: MANY_SETTINGS.calls.UpdateEndpoint,
    CreateInferenceComponent: [
      {
        InferenceComponentName: 'first',
        EndpointName: 'shop',
        VariantName: 'blue',
        Specification: {
          ModelName: 'model',
          StartupParameters: {
            ModelDataDownloadTimeoutInSeconds: 900,
            ContainerStartupHealthCheckTimeoutInSeconds: 901,
          },
          ComputeResourceRequirements: {
            NumberOfAcceleratorDevicesRequired: 1,
            NumberOfCpuCoresRequired: 2,
            MinMemoryRequiredInMb: 2048,
            MaxMemoryRequiredInMb: 4096,
          },
          DataCacheConfig: { EnableCaching: true },
          SchedulingConfig: {
            PlacementStrategy: 'SPREAD',
            AvailabilityZoneBalance: { EnforcementMode: 'PERMISSIVE', MaxImbalance: 2 },
          },
        },
        RuntimeConfig: { CopyCount: 2 },
        LastDeploymentConfig: {
          RollingUpdatePolicy: {
            MaximumBatchSize: { Type: 'COPY_COUNT', Value: 1 },
            WaitIntervalInSeconds: 300,
            MaximumExecutionTimeoutInSeconds: 3600,
          },
        },
      },
    ],
  },
};

/** The published endpoints, and those with many settings. */
export const ENDPOINTS: Record<string, Pick<PublishedEndpoint, 'calls' | 'configs'>> = {
  ...PUBLISHED_ENDPOINTS,
  'many settings': MANY_SETTINGS,
  asynchronous: ASYNCHRONOUS,
  'inference components': COMPONENTS,
};

/** The description of an endpoint, as the command reads it from files. */
export function descriptionOf(calls: Calls, configs: Record<string, string>): Description {
  const parts = Object.values(describe(calls)).map((response) => recognizeResponse(response) ?? {});
  const configurations = Object.entries(configs).map(([folder, text]) => ({ folder, text }));
  return hideSecrets({ ...combineParts(parts, 'test'), configurations });
}
