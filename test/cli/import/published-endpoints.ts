import { Calls } from './described';

/**
 * Endpoints of public notebooks. The file contains the inputs of their requests with different names,
 * accounts and buckets, but neither code nor text of the notebooks. The configurations of the models are shortened to what the import reads.
 */
export interface PublishedEndpoint {
  readonly source: {
    readonly repository: string;
    readonly commit: string;
    readonly path: string;
    readonly license: string;
  };
  readonly calls: Calls;
  /** The config.pbtxt files by the name of the model. */
  readonly configs: Record<string, string>;
  /** The settings that the app does not reproduce. */
  readonly notCarriedOver: string[];
}

const ROLE = 'arn:aws:iam::111122223333:role/service-role/AmazonSageMaker-ExecutionRole';
const AWS_IMAGE = '785573368785.dkr.ecr.us-east-1.amazonaws.com/sagemaker-tritonserver';
const OWN_REGISTRY = '111122223333.dkr.ecr.us-east-1.amazonaws.com';
const EXAMPLES = { repository: 'aws/amazon-sagemaker-examples', license: 'Apache-2.0' };
const HOSTING = { repository: 'aws-samples/sagemaker-hosting', license: 'MIT-0' };

/** What is not known about an endpoint of which only the model and the instances are described. */
const UNKNOWN_VERSION = 'DescribeModel model: version of the model data';
const OLD_PREFIX = 'DescribeModel model: PrimaryContainer.ModelDataUrl';
const UNKNOWN_RELEASE = 'DescribeModel model: PrimaryContainer.Image';

const image = (name: string, backend: string): string =>
  `name: "${name}"\nbackend: "${backend}"\nmax_batch_size: 16\ninput { name: "INPUT__0" data_type: TYPE_FP32 dims: [3, 224, 224] }\noutput { name: "OUTPUT__0" data_type: TYPE_FP32 dims: [1000] }\n`;

const BERT = `name: "bert"
platform: "pytorch_libtorch"
max_batch_size: 128
input { name: "INPUT__0" data_type: TYPE_INT32 dims: [128] }
input { name: "INPUT__1" data_type: TYPE_INT32 dims: [128] }
output { name: "OUTPUT__0" data_type: TYPE_FP32 dims: [128, 768] }
`;

const MERLIN = `name: "executor_model"
platform: "merlin_executor"
backend: "python"
input { name: "user_id" data_type: TYPE_INT64 dims: [-1, 1] }
output { name: "click" data_type: TYPE_FP32 dims: [-1, 1] }
`;

const WHISPER = `name: "whisper"
backend: "python"
max_batch_size: 16
input { name: "audio" data_type: TYPE_FP32 dims: [-1] }
output { name: "text" data_type: TYPE_STRING dims: [1] }
`;

const DIFFUSION = `name: "pipeline"
backend: "python"
max_batch_size: 8
input { name: "prompt" data_type: TYPE_STRING dims: [-1] }
output { name: "generated_image" data_type: TYPE_FP32 dims: [-1, -1, -1] }
`;

/** An endpoint with one variant on one type of instance. */
function oneVariant(
  container: object,
  instanceType: string,
  others: { endpointName: string; count?: number; variantName?: string } & Partial<Calls>,
): Calls {
  const { endpointName, count = 1, variantName = 'AllTraffic', ...calls } = others;
  return {
    CreateModel: [{ ModelName: 'model', ExecutionRoleArn: ROLE, PrimaryContainer: container }],
    CreateEndpointConfig: {
      EndpointConfigName: 'config',
      ProductionVariants: [
        { VariantName: variantName, ModelName: 'model', InstanceType: instanceType, InitialInstanceCount: count },
      ],
    },
    CreateEndpoint: { EndpointName: endpointName, EndpointConfigName: 'config' },
    ...calls,
  };
}

export const PUBLISHED_ENDPOINTS: Record<string, PublishedEndpoint> = {
  'one model on a large instance': {
    source: {
      ...HOSTING,
      commit: 'e769b003d680',
      path: 'Inference-Serving-Options/SageMaker-Triton/triton_nlp_bert.ipynb',
    },
    calls: oneVariant(
      {
        Image: `${AWS_IMAGE}:21.08-py3`,
        ModelDataUrl: 's3://models-of-example/bert/model.tar.gz',
        Environment: { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: 'bert' },
      },
      'ml.g4dn.16xlarge',
      { endpointName: 'bert-multilingual' },
    ),
    configs: { bert: BERT },
    notCarriedOver: [UNKNOWN_VERSION],
  },
  'an image of its own with variables of Triton': {
    source: {
      repository: 'NVIDIA-Merlin/Merlin',
      commit: '23fd2f4c0dd4',
      path: 'examples/sagemaker-tensorflow/sagemaker-merlin-tensorflow.ipynb',
      license: 'Apache-2.0',
    },
    calls: oneVariant(
      {
        Image: `${OWN_REGISTRY}/merlin-tensorflow:latest`,
        ModelDataUrl: 's3://models-of-example/merlin/output/model.tar.gz',
        Environment: {
          SAGEMAKER_TRITON_TENSORFLOW_VERSION: '2',
          SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: 'executor_model',
        },
      },
      'ml.g4dn.xlarge',
      { endpointName: 'merlin-ensemble' },
    ),
    configs: { executor_model: MERLIN },
    notCarriedOver: [UNKNOWN_RELEASE, UNKNOWN_VERSION],
  },
  'an extended image of a release, without variables': {
    source: {
      ...HOSTING,
      commit: '272778cd30e2',
      path: 'Inference-Serving-Options/SageMaker-Triton/Triton-BYOC/sm-triton-sme-stablediff.ipynb',
    },
    calls: oneVariant(
      {
        Image: `${OWN_REGISTRY}/tritonserver-extended:22.12`,
        ModelDataUrl: 's3://models-of-example/diffusion/model.tar.gz',
      },
      'ml.p4d.24xlarge',
      { endpointName: 'image-generation' },
    ),
    configs: { pipeline: DIFFUSION },
    notCarriedOver: [UNKNOWN_VERSION],
  },
  'AWS Inferentia': {
    source: { ...EXAMPLES, commit: '1dfe99e195fb', path: 'sagemaker-triton/inferentia2/triton_inferentia2.ipynb' },
    calls: oneVariant(
      {
        Image: `${OWN_REGISTRY}/sagemaker-tritonserver:23.03-py3`,
        ModelDataUrl: 's3://models-of-example/inferentia/resnet.tar.gz',
        Environment: { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: 'resnet' },
      },
      'ml.inf2.xlarge',
      { endpointName: 'resnet-inf2' },
    ),
    configs: { resnet: image('resnet', 'python') },
    notCarriedOver: [UNKNOWN_VERSION],
  },
  'rolling updates with alarms': {
    source: {
      repository: 'xqun3/whisper-sagemaker-triton',
      commit: '7c920dbb8408',
      path: 'sagemaker_triton/Update_SageMaker_Inference_endpoint_using_rolling_deployment_whisper.ipynb',
      license: 'MIT',
    },
    calls: {
      ...oneVariant(
        {
          Image: `${OWN_REGISTRY}/sagemaker-endpoint/whisper-triton-byoc:latest`,
          ModelDataUrl: 's3://models-of-example/whisper/model.tar.gz',
        },
        'ml.g5.2xlarge',
        { endpointName: 'speech-recognition', count: 3 },
      ),
      UpdateEndpoint: {
        DeploymentConfig: {
          RollingUpdatePolicy: {
            MaximumBatchSize: { Type: 'CAPACITY_PERCENT', Value: 33 },
            WaitIntervalInSeconds: 180,
            MaximumExecutionTimeoutInSeconds: 5000,
          },
          AutoRollbackConfiguration: { Alarms: [{ AlarmName: 'Errors-speech' }, { AlarmName: 'Latency-speech' }] },
        },
      },
    },
    configs: { whisper: WHISPER },
    notCarriedOver: [
      'DescribeEndpoint: LastDeploymentConfig.AutoRollbackConfiguration.Alarms',
      'DescribeEndpoint: LastDeploymentConfig.RollingUpdatePolicy.WaitIntervalInSeconds',
      'DescribeEndpoint: LastDeploymentConfig.RollingUpdatePolicy.MaximumExecutionTimeoutInSeconds',
      UNKNOWN_RELEASE,
      UNKNOWN_VERSION,
    ],
  },
  'many models under a prefix': {
    source: {
      ...EXAMPLES,
      commit: '431876a5b762',
      path: 'inference/cv/realtime/Triton/multi-model/tensorflow-backend/triton-cv-mme-tensorflow-backend.ipynb',
    },
    calls: oneVariant(
      { Image: `${AWS_IMAGE}:22.07-py3`, ModelDataUrl: 's3://models-of-example/digits/', Mode: 'MultiModel' },
      'ml.g4dn.xlarge',
      { endpointName: 'digits' },
    ),
    configs: {},
    notCarriedOver: [OLD_PREFIX],
  },
  'many models with more shared memory': {
    source: {
      ...EXAMPLES,
      commit: '8fc9caf40a22',
      path: 'inference/nlp/realtime/triton/multi-model/pytorch-traced-roberta/roberta_traced_triton.ipynb',
    },
    calls: oneVariant(
      {
        Image: `${AWS_IMAGE}:22.10-py3`,
        ModelDataUrl: 's3://models-of-example/roberta/large/',
        Mode: 'MultiModel',
        Environment: {
          SAGEMAKER_TRITON_MAX_BATCH_DELAY: '1000',
          SAGEMAKER_TRITON_SHM_DEFAULT_BYTE_SIZE: '16777216000',
          SAGEMAKER_TRITON_SHM_GROWTH_BYTE_SIZE: '104857600',
        },
      },
      'ml.g5.8xlarge',
      { endpointName: 'roberta--base' },
    ),
    configs: {},
    notCarriedOver: [OLD_PREFIX],
  },
  'many models that scale on GPU memory': {
    source: {
      ...EXAMPLES,
      commit: '7b111960275b',
      path: 'mulit-model-endpoints/mme-on-gpu/cv/resnet50_mme_with_gpu.ipynb',
    },
    calls: oneVariant(
      {
        Image: `${AWS_IMAGE}:22.07-py3`,
        ModelDataUrl: 's3://models-of-example/resnet/',
        Mode: 'MultiModel',
        Environment: { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: 'resnet' },
      },
      'ml.g4dn.4xlarge',
      {
        endpointName: 'resnet-models',
        RegisterScalableTarget: [
          { ResourceId: 'endpoint/resnet-models/variant/AllTraffic', MinCapacity: 1, MaxCapacity: 5 },
        ],
        PutScalingPolicy: [
          {
            PolicyName: 'GpuMemoryPolicy',
            ResourceId: 'endpoint/resnet-models/variant/AllTraffic',
            PolicyType: 'TargetTrackingScaling',
            TargetTrackingScalingPolicyConfiguration: {
              TargetValue: 60,
              CustomizedMetricSpecification: {
                MetricName: 'GPUMemoryUtilization',
                Namespace: '/aws/sagemaker/Endpoints',
                Dimensions: [
                  { Name: 'EndpointName', Value: 'resnet-models' },
                  { Name: 'VariantName', Value: 'AllTraffic' },
                ],
                Statistic: 'Average',
                Unit: 'Percent',
              },
              ScaleInCooldown: 600,
              ScaleOutCooldown: 200,
            },
          },
        ],
      },
    ),
    configs: {},
    notCarriedOver: [
      OLD_PREFIX,
      'DescribeModel model: PrimaryContainer.Environment.SAGEMAKER_TRITON_DEFAULT_MODEL_NAME',
    ],
  },
};
