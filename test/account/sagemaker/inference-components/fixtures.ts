import { hostingAccount } from '../../hosting-account';
import { IMAGE, ROLE } from '../fixtures';

export interface HostOptions {
  /** An instance type with four GPUs by default. */
  readonly type?: string;
  readonly count?: number;
  /** The minimum and maximum of managed instance scaling. Undefined disables it. */
  readonly scaling?: readonly [number, number];
  readonly configOverrides?: object;
}
type Options = HostOptions & Parameters<typeof hostingAccount>[0];

/** A simulated account with an endpoint for inference components, which is InService, and with the model `model-1`. */
export async function accountWithHost(options: Options = {}) {
  const aws = hostingAccount({
    ...options,
    off: ['sagemaker.configurations-become-visible-later', ...(options.off ?? [])],
  });
  const addModel = (ModelName: string) =>
    aws.callSageMaker('CreateModel', {
      ModelName,
      ExecutionRoleArn: ROLE,
      PrimaryContainer: { Image: IMAGE, ModelDataUrl: `s3://models/${ModelName}.tar.gz` },
    });
  const { type = 'ml.g5.12xlarge', count = 1, scaling, configOverrides } = options;
  await aws.callSageMaker('CreateEndpointConfig', {
    EndpointConfigName: 'config-1',
    ExecutionRoleArn: ROLE,
    ProductionVariants: [
      {
        VariantName: 'AllTraffic',
        InstanceType: type,
        InitialInstanceCount: count,
        ...(scaling && {
          ManagedInstanceScaling: { Status: 'ENABLED', MinInstanceCount: scaling[0], MaxInstanceCount: scaling[1] },
        }),
      },
    ],
    ...configOverrides,
  });
  await addModel('model-1');
  await aws.callSageMaker('CreateEndpoint', { EndpointName: 'shared', EndpointConfigName: 'config-1' });
  await aws.minutes(5);
  const describeComponent = (InferenceComponentName = 'faces') =>
    aws.callSageMaker('DescribeInferenceComponent', { InferenceComponentName });
  return {
    ...aws,
    addModel,
    describeComponent,
    describeEndpoint: () => aws.callSageMaker('DescribeEndpoint', { EndpointName: 'shared' }),
    /** Sends a request to create a component. By default, one copy of `model-1` with one GPU. */
    create: (InferenceComponentName = 'faces', { copies = 1, resources = {}, ...overrides }: ComponentOptions = {}) =>
      aws.callSageMaker('CreateInferenceComponent', {
        InferenceComponentName,
        EndpointName: 'shared',
        VariantName: 'AllTraffic',
        Specification: specification('model-1', resources),
        RuntimeConfig: { CopyCount: copies },
        ...overrides,
      }),
    update: (input: object, InferenceComponentName = 'faces') =>
      aws.callSageMaker('UpdateInferenceComponent', { InferenceComponentName, ...input }),
    /** The number of copies on each instance. */
    placement: (): number[] => {
      const { endpoints, components } = aws.sagemaker['state'];
      const [variant] = endpoints.get('shared')?.fleet.variants ?? [];
      const copies = [...components.values()].flatMap((component) => component.copies);
      return (variant?.instances ?? []).map((instance) => copies.filter((copy) => copy.instance === instance).length);
    },
  };
}

interface ComponentOptions {
  readonly copies?: number;
  readonly resources?: object;
  readonly [member: string]: unknown;
}

/** A specification that reserves one GPU and 1024 MB. */
export function specification(ModelName: string, resources: object = {}, overrides: object = {}): object {
  return {
    ModelName,
    ComputeResourceRequirements: {
      NumberOfAcceleratorDevicesRequired: 1,
      MinMemoryRequiredInMb: 1024,
      ...resources,
    },
    ...overrides,
  };
}

/** An account with a component that is InService. */
export async function accountWithComponent({ copies = 1, ...options }: Options & { readonly copies?: number } = {}) {
  const aws = await accountWithHost(options);
  await aws.create('faces', { copies });
  await aws.minutes(8);
  return aws;
}

type ComponentAccount = Awaited<ReturnType<typeof accountWithComponent>>;

/** A component with two copies on an instance with room for four, and a second model. */
export async function accountWithUpdate(options: Parameters<typeof accountWithComponent>[0] = {}) {
  const aws = await accountWithComponent({ copies: 2, ...options });
  await aws.addModel('model-2');
  return aws;
}

/** The models of the copies that serve, in the order of their start. */
export function servedModels({ sagemaker }: ComponentAccount): string[] {
  return sagemaker.servingCopies('faces').map(({ modelName }) => modelName);
}
