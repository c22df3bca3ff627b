import { Calls } from './described';

export interface DescribedEndpoint {
  readonly calls: Calls;
  /** The config.pbtxt files by the name of the model. */
  readonly configs: Record<string, string>;
  /** The settings that the app does not reproduce. */
  readonly notCarriedOver?: string[];
}

/** An endpoint with many settings. */
export const MANY_SETTINGS: DescribedEndpoint = {
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
const ASYNCHRONOUS: DescribedEndpoint = {
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

/** An endpoint with one variant on one type of instance. */
const oneVariant = (EndpointName: string, InstanceType: string, PrimaryContainer: object): Calls => ({
  CreateModel: [
    { ModelName: 'model', ExecutionRoleArn: 'arn:aws:iam::111122223333:role/service-role/Serving', PrimaryContainer },
  ],
  CreateEndpointConfig: {
    EndpointConfigName: 'config',
    ProductionVariants: [{ VariantName: 'AllTraffic', ModelName: 'model', InstanceType, InitialInstanceCount: 1 }],
  },
  CreateEndpoint: { EndpointName, EndpointConfigName: 'config' },
});

/**
 * Endpoints with many settings, and of public notebooks. As in test/account/published-examples, the latter have the inputs of the requests with
 * different names, accounts and buckets, but neither code nor text of the notebooks.
 */
export const ENDPOINTS: Record<string, DescribedEndpoint> = {
  'many settings': MANY_SETTINGS,
  asynchronous: ASYNCHRONOUS,
  // NVIDIA-Merlin/Merlin (Apache-2.0), 23fd2f4c0dd4, examples/sagemaker-tensorflow/sagemaker-merlin-tensorflow.ipynb
  'an image of its own with variables of Triton': {
    calls: oneVariant('merlin-ensemble', 'ml.g4dn.xlarge', {
      Image: '111122223333.dkr.ecr.us-east-1.amazonaws.com/merlin-tensorflow:latest',
      ModelDataUrl: 's3://models-of-example/merlin/output/model.tar.gz',
      Environment: {
        SAGEMAKER_TRITON_TENSORFLOW_VERSION: '2',
        SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: 'executor_model',
      },
    }),
    configs: {
      executor_model:
        'platform: "merlin_executor" backend: "python" input { name: "user_id" data_type: TYPE_INT64 dims: [-1, 1] } output { name: "click" data_type: TYPE_FP32 dims: [-1, 1] }',
    },
    notCarriedOver: ['DescribeModel model: PrimaryContainer.Image', 'version of the model data'],
  },
  // aws/amazon-sagemaker-examples (Apache-2.0), 7b111960275b, mulit-model-endpoints/mme-on-gpu/cv/resnet50_mme_with_gpu.ipynb
  'many models': {
    calls: oneVariant('resnet-models', 'ml.g4dn.4xlarge', {
      Image: '785573368785.dkr.ecr.us-east-1.amazonaws.com/sagemaker-tritonserver:22.07-py3',
      ModelDataUrl: 's3://models-of-example/resnet/',
      Mode: 'MultiModel',
      Environment: { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: 'resnet' },
    }),
    configs: {},
    notCarriedOver: [
      'DescribeModel model: PrimaryContainer.Environment',
      'DescribeModel model: PrimaryContainer.ModelDataUrl',
    ],
  },
};
