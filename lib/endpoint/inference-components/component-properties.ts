import { CfnInferenceComponent, CfnInferenceComponentProps, CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { DEFAULT_VARIANT_NAME } from '../../cdk/endpoint-names';
import { startupTimeouts } from '../variant/startup-timeouts';
import { HostedPool } from '../variant/model-host';
import { ComponentVariant } from './fleet-size';

/** A component with its models. */
interface ComponentModels {
  readonly variant: ComponentVariant;
  readonly cfnModel: CfnModel;
  readonly pools: HostedPool[];
}

/** The properties of a component's resource. */
export function componentProperties(
  component: ComponentModels,
  endpointName: string,
  deploymentConfig: CfnInferenceComponent.InferenceComponentDeploymentConfigProperty,
): CfnInferenceComponentProps {
  const { variant, cfnModel } = component;
  const { startupParameters, computeResourceRequirements } = specificationWithoutModel(component);
  return {
    inferenceComponentName: variant.component.inferenceComponentName,
    endpointName,
    variantName: DEFAULT_VARIANT_NAME,
    specification: { modelName: cfnModel.attrModelName, startupParameters, computeResourceRequirements },
    runtimeConfig: { copyCount: variant.initialInstanceCount },
    deploymentConfig,
  };
}

/** The specification of a component, without its model. */
export function specificationWithoutModel({ variant, pools }: Omit<ComponentModels, 'cfnModel'>) {
  const { dataCache, placement, reservation } = variant.component;
  const { gpuCount, cpuCores, minMemory, maxMemory } = reservation;
  const timeouts = startupTimeouts(pools[0].content.bytes);
  const { modelDataDownloadTimeout: download = timeouts.modelDataDownload } = variant;
  const { containerStartupHealthCheckTimeout: startup = timeouts.containerStartup } = variant;
  return {
    startupParameters: {
      modelDataDownloadTimeoutInSeconds: download.toSeconds(),
      containerStartupHealthCheckTimeoutInSeconds: startup.toSeconds(),
    },
    computeResourceRequirements: {
      numberOfAcceleratorDevicesRequired: gpuCount === 0 ? undefined : gpuCount, // at least 1 if it is set
      numberOfCpuCoresRequired: cpuCores,
      minMemoryRequiredInMb: minMemory,
      maxMemoryRequiredInMb: maxMemory,
    },
    dataCacheConfig: { EnableCaching: dataCache },
    schedulingConfig: placement?._render(),
  };
}

/** Sets the properties that the L1 construct of the oldest supported aws-cdk-lib lacks. */
export function overrideProperties(
  resource: CfnInferenceComponent,
  component: Omit<ComponentModels, 'cfnModel'>,
): void {
  const { dataCacheConfig, schedulingConfig } = specificationWithoutModel(component);
  resource.addPropertyOverride('Specification.DataCacheConfig', dataCacheConfig);
  if (schedulingConfig) resource.addPropertyOverride('Specification.SchedulingConfig', schedulingConfig);
}
