import { Calls } from './described';

/**
 * Endpoints of public notebooks. As in test/account/published-examples, the file contains the inputs of their requests with different names,
 * accounts and buckets, but neither code nor text of the notebooks. The configurations of the models are shortened to what the import reads.
 */
export interface PublishedEndpoint {
  /** Repository and licence, commit, and path. */
  readonly source: string;
  readonly calls: Calls;
  /** The config.pbtxt files by the name of the model. */
  readonly configs: Record<string, string>;
  /** The settings that the app does not reproduce. */
  readonly notCarriedOver: string[];
}

const AWS_IMAGE = '785573368785.dkr.ecr.us-east-1.amazonaws.com/sagemaker-tritonserver';
const OWN_REGISTRY = '111122223333.dkr.ecr.us-east-1.amazonaws.com';

/** What is not known about an endpoint of which only the model and the instances are described. */
const UNKNOWN_VERSION = 'version of the model data';
const OLD_PREFIX = 'DescribeModel model: PrimaryContainer.ModelDataUrl';
const UNKNOWN_RELEASE = 'DescribeModel model: PrimaryContainer.Image';

/** An endpoint with one variant on one type of instance. */
const oneVariant = (EndpointName: string, InstanceType: string, PrimaryContainer: object): Calls => ({
  CreateModel: [
    {
      ModelName: 'model',
      ExecutionRoleArn: 'arn:aws:iam::111122223333:role/service-role/AmazonSageMaker-ExecutionRole',
      PrimaryContainer,
    },
  ],
  CreateEndpointConfig: {
    EndpointConfigName: 'config',
    ProductionVariants: [{ VariantName: 'AllTraffic', ModelName: 'model', InstanceType, InitialInstanceCount: 1 }],
  },
  CreateEndpoint: { EndpointName, EndpointConfigName: 'config' },
});

const RESNET = 'endpoint/resnet-models/variant/AllTraffic';

export const PUBLISHED_ENDPOINTS: Record<string, PublishedEndpoint> = {
  'an image of its own with variables of Triton': {
    source:
      'NVIDIA-Merlin/Merlin (Apache-2.0), 23fd2f4c0dd4, examples/sagemaker-tensorflow/sagemaker-merlin-tensorflow.ipynb',
    calls: oneVariant('merlin-ensemble', 'ml.g4dn.xlarge', {
      Image: `${OWN_REGISTRY}/merlin-tensorflow:latest`,
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
    notCarriedOver: [UNKNOWN_RELEASE, UNKNOWN_VERSION],
  },
  'many models that scale on GPU memory': {
    source:
      'aws/amazon-sagemaker-examples (Apache-2.0), 7b111960275b, mulit-model-endpoints/mme-on-gpu/cv/resnet50_mme_with_gpu.ipynb',
    calls: {
      ...oneVariant('resnet-models', 'ml.g4dn.4xlarge', {
        Image: `${AWS_IMAGE}:22.07-py3`,
        ModelDataUrl: 's3://models-of-example/resnet/',
        Mode: 'MultiModel',
        Environment: { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: 'resnet' },
      }),
      RegisterScalableTarget: [{ ResourceId: RESNET, MinCapacity: 1, MaxCapacity: 5 }],
      PutScalingPolicy: [
        {
          PolicyName: 'GpuMemoryPolicy',
          ResourceId: RESNET,
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
    configs: {},
    notCarriedOver: [
      OLD_PREFIX,
      'DescribeModel model: PrimaryContainer.Environment',
      `DescribeScalableTargets ${RESNET}: MaxCapacity`,
      'DescribeScalingPolicies GpuMemoryPolicy: PolicyName',
      'DescribeScalingPolicies GpuMemoryPolicy: TargetTrackingScalingPolicyConfiguration',
    ],
  },
};
