import { hostingWorld } from '../hosting-world';

export const ROLE = 'arn:aws:iam::111122223333:role/execution';
export const IMAGE = '785573368785.dkr.ecr.us-east-1.amazonaws.com/sagemaker-tritonserver:26.05-py3';

export interface ConfigOptions {
  readonly name?: string;
  readonly count?: number;
  readonly weight?: number;
  readonly type?: string;
  readonly variants?: readonly object[];
  readonly shadow?: boolean;
  readonly vpc?: boolean;
  readonly more?: object;
}

/** An account with an endpoint of one variant, in service. */
export async function withEndpoint(options: ConfigOptions & Parameters<typeof hostingWorld>[0] = {}) {
  const account = await withConfig(options);
  await account.callSageMaker('CreateEndpoint', { EndpointName: 'faces', EndpointConfigName: 'config-1' });
  await account.minutes(10);
  return account;
}

/** An account with a model and an endpoint configuration. */
export async function withConfig(options: ConfigOptions & Parameters<typeof hostingWorld>[0] = {}) {
  // Tests of hosting create an endpoint right after its configuration.
  const account = hostingWorld({
    ...options,
    off: ['sagemaker.configurations-are-known-late', ...(options.off ?? [])],
  });
  const addConfig = async (name: string, config: ConfigOptions = {}): Promise<void> => {
    await account.callSageMaker('CreateModel', {
      ModelName: `model-of-${name}`,
      ExecutionRoleArn: ROLE,
      PrimaryContainer: {
        Image: IMAGE,
        ModelDataSource: {
          S3DataSource: { S3Uri: `s3://models/${name}/`, S3DataType: 'S3Prefix', CompressionType: 'None' },
        },
      },
      ...(config.vpc ? { VpcConfig: { SecurityGroupIds: ['sg-1'], Subnets: ['subnet-1', 'subnet-2'] } } : {}),
    });
    const variant = (VariantName: string, more: object = {}): object => ({
      VariantName,
      ModelName: `model-of-${name}`,
      InstanceType: config.type ?? 'ml.g5.xlarge',
      InitialInstanceCount: config.count ?? 1,
      InitialVariantWeight: config.weight ?? 1,
      ...more,
    });
    await account.callSageMaker('CreateEndpointConfig', {
      EndpointConfigName: name,
      ProductionVariants: config.variants?.map((more) => variant('unnamed', more)) ?? [variant('AllTraffic')],
      ...(config.shadow ? { ShadowProductionVariants: [variant('Shadow')] } : {}),
      ...config.more,
    });
  };
  await addConfig('config-1', options);
  return {
    ...account,
    addConfig,
    describe: () => account.callSageMaker('DescribeEndpoint', { EndpointName: 'faces' }),
    update: (EndpointConfigName: string, more: object = {}) =>
      account.callSageMaker('UpdateEndpoint', { EndpointName: 'faces', EndpointConfigName, ...more }),
    /** Calls that SageMaker made with the execution role. */
    asRole: () =>
      account.calls
        .filter(({ principal }) => principal !== 'deployer')
        .map(({ service, operation }) => `${service}:${operation}`),
  };
}
