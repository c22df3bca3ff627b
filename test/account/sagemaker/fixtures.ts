import { hostingAccount } from '../hosting-account';

export const ROLE = 'arn:aws:iam::111122223333:role/execution';
export const IMAGE = '785573368785.dkr.ecr.us-east-1.amazonaws.com/sagemaker-tritonserver:26.05-py3';

interface ConfigOptions {
  readonly count?: number;
  readonly variants?: readonly object[];
}

/** A simulated account with an endpoint that is in service. By default, the endpoint has one variant. */
export async function accountWithEndpoint(options: ConfigOptions & Parameters<typeof hostingAccount>[0] = {}) {
  const aws = await accountWithConfig(options);
  await aws.callSageMaker('CreateEndpoint', { EndpointName: 'faces', EndpointConfigName: 'config-1' });
  await aws.minutes(10);
  return aws;
}

/** A simulated account with a model and an endpoint configuration. */
export async function accountWithConfig(options: ConfigOptions & Parameters<typeof hostingAccount>[0] = {}) {
  // Configurations must be visible immediately, because tests create the endpoint immediately after its configuration.
  const aws = hostingAccount({
    ...options,
    off: ['sagemaker.configurations-become-visible-later', ...(options.off ?? [])],
  });
  const addConfig = async (name: string, config: ConfigOptions = {}): Promise<void> => {
    await aws.callSageMaker('CreateModel', {
      ModelName: `model-of-${name}`,
      ExecutionRoleArn: ROLE,
      PrimaryContainer: {
        Image: IMAGE,
        ModelDataSource: {
          S3DataSource: { S3Uri: `s3://models/${name}/`, S3DataType: 'S3Prefix', CompressionType: 'None' },
        },
      },
    });
    const variant = (VariantName: string, overrides: object = {}): object => ({
      VariantName,
      ModelName: `model-of-${name}`,
      InstanceType: 'ml.g5.xlarge',
      InitialInstanceCount: config.count ?? 1,
      InitialVariantWeight: 1,
      ...overrides,
    });
    await aws.callSageMaker('CreateEndpointConfig', {
      EndpointConfigName: name,
      ProductionVariants: config.variants?.map((overrides) => variant('unnamed', overrides)) ?? [variant('AllTraffic')],
    });
  };
  await addConfig('config-1', options);
  return {
    ...aws,
    addConfig,
    describe: () => aws.callSageMaker('DescribeEndpoint', { EndpointName: 'faces' }),
    update: (EndpointConfigName: string, overrides: object = {}) =>
      aws.callSageMaker('UpdateEndpoint', { EndpointName: 'faces', EndpointConfigName, ...overrides }),
  };
}
