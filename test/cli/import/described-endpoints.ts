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
          EnableSSMAccess: true,
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

const { ProductionVariants, ...configuration } = MANY_SETTINGS.calls.CreateEndpointConfig;
const [blue] = ProductionVariants as Record<string, unknown>[];
const RESOURCE = { ResourceId: 'endpoint/shop/variant/AllTraffic' };

/** An asynchronous endpoint that scales in to zero. */
const ASYNCHRONOUS: Pick<PublishedEndpoint, 'calls' | 'configs'> = {
  ...MANY_SETTINGS,
  calls: {
    ...MANY_SETTINGS.calls,
    CreateEndpointConfig: {
      ...configuration,
      ProductionVariants: [{ ...blue, VariantName: 'AllTraffic' }],
      AsyncInferenceConfig: {
        ClientConfig: { MaxConcurrentInvocationsPerInstance: 4 },
        OutputConfig: {
          S3OutputPath: 's3://responses-of-shop/out',
          S3FailurePath: 's3://responses-of-shop/failures',
          KmsKeyId: 'arn:aws:kms:us-east-1:111122223333:key/responses',
          NotificationConfig: {
            SuccessTopic: 'arn:aws:sns:us-east-1:111122223333:done',
            ErrorTopic: 'arn:aws:sns:us-east-1:111122223333:errors',
            IncludeInferenceResponseIn: ['SUCCESS_NOTIFICATION_TOPIC', 'ERROR_NOTIFICATION_TOPIC'],
          },
        },
      },
    },
    RegisterScalableTarget: [{ ...RESOURCE, MinCapacity: 0, MaxCapacity: 4 }],
    PutScalingPolicy: [
      {
        ...RESOURCE,
        PolicyName: 'backlog',
        PolicyType: 'TargetTrackingScaling',
        TargetTrackingScalingPolicyConfiguration: {
          TargetValue: 5,
          CustomizedMetricSpecification: {
            Namespace: 'AWS/SageMaker',
            MetricName: 'ApproximateBacklogSizePerInstance',
            Dimensions: [{ Name: 'EndpointName', Value: 'shop' }],
            Statistic: 'Average',
          },
        },
      },
      // Scaling.backlogPerInstance has the same policy.
      {
        ...RESOURCE,
        PolicyName: 'first instance',
        PolicyType: 'StepScaling',
        StepScalingPolicyConfiguration: {
          AdjustmentType: 'ChangeInCapacity',
          StepAdjustments: [{ MetricIntervalLowerBound: 0, ScalingAdjustment: 1 }],
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
};
