import { Template } from '../../../cli/assembly/intrinsics';

/** A component of a template without the constructs of this library. */
export interface ComponentOptions {
  readonly copies?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly memoryMib?: number;
  readonly image?: string;
  /** `DeploymentConfig` of the component. */
  readonly deployment?: Record<string, unknown>;
  /** Additional properties of the component. */
  readonly properties?: Record<string, unknown>;
}

interface TemplateOptions {
  readonly components: Record<string, ComponentOptions>;
  readonly instanceType?: string;
  readonly instances?: { readonly minimum?: unknown; readonly maximum?: unknown };
}

export const ONE_COPY_AT_A_TIME = {
  RollingUpdatePolicy: { MaximumBatchSize: { Type: 'COPY_COUNT', Value: 1 }, WaitIntervalInSeconds: 300 },
};

/** Creates a minimal template of the endpoint `shared` with inference components. */
export function componentsTemplate({
  components,
  instanceType = 'ml.g5.xlarge',
  instances: { minimum = 1, maximum = 4 } = {},
}: TemplateOptions): Template {
  return {
    Resources: {
      Config: {
        Type: 'AWS::SageMaker::EndpointConfig',
        Properties: {
          ProductionVariants: [
            {
              VariantName: 'AllTraffic',
              InstanceType: instanceType,
              InitialInstanceCount: 1,
              ManagedInstanceScaling: { Status: 'ENABLED', MinInstanceCount: minimum, MaxInstanceCount: maximum },
              RoutingConfig: { RoutingStrategy: 'LEAST_OUTSTANDING_REQUESTS' },
            },
          ],
        },
      },
      Endpoint: {
        Type: 'AWS::SageMaker::Endpoint',
        Properties: {
          EndpointName: 'shared',
          EndpointConfigName: { 'Fn::GetAtt': ['Config', 'EndpointConfigName'] },
          RetainAllVariantProperties: true,
        },
      },
      ...Object.fromEntries(
        Object.entries(components).flatMap(([name, options]) => Object.entries(componentResources(name, options))),
      ),
    },
  };
}

function componentResources(
  name: string,
  {
    copies = 1,
    minimum,
    maximum,
    memoryMib = 1024,
    image = 'registry/triton:1',
    deployment = ONE_COPY_AT_A_TIME,
    properties = {},
  }: ComponentOptions,
): NonNullable<Template['Resources']> {
  return {
    [`${name}Model`]: { Type: 'AWS::SageMaker::Model', Properties: { PrimaryContainer: { Image: image } } },
    [name]: {
      Type: 'AWS::SageMaker::InferenceComponent',
      Properties: {
        InferenceComponentName: `shared-${name}`,
        EndpointName: 'shared',
        VariantName: 'AllTraffic',
        Specification: {
          ModelName: { 'Fn::GetAtt': [`${name}Model`, 'ModelName'] },
          ComputeResourceRequirements: {
            NumberOfAcceleratorDevicesRequired: 1,
            MinMemoryRequiredInMb: memoryMib,
          },
        },
        RuntimeConfig: { CopyCount: copies },
        DeploymentConfig: deployment,
        ...properties,
      },
    },
    ...(maximum !== undefined && {
      [`${name}Target`]: {
        Type: 'AWS::ApplicationAutoScaling::ScalableTarget',
        Properties: {
          ResourceId: `inference-component/shared-${name}`,
          MinCapacity: minimum ?? 1,
          MaxCapacity: maximum,
        },
      },
    }),
  };
}
