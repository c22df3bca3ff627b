import { CfnInferenceComponent, CfnInferenceComponentProps } from 'aws-cdk-lib/aws-sagemaker';
import { DEFAULT_VARIANT_NAME } from '../../cdk/endpoint-names';
import { startupTimeouts } from '../variant/startup-timeouts';
import type { HostedComponent } from './hosted-component';
import { ComponentSettings } from './component';

/** The properties of a component's resource. */
export function componentProperties(
  { variant, cfnModel, pools }: Pick<HostedComponent, 'variant' | 'cfnModel' | 'pools'>,
  endpointName: string,
  deploymentConfig: CfnInferenceComponent.InferenceComponentDeploymentConfigProperty,
): CfnInferenceComponentProps {
  const { component, initialInstanceCount } = variant;
  const { gpuCount, cpuCores, minMemory, maxMemory } = component.reservation;
  const timeouts = startupTimeouts(pools[0].content.bytes);
  const { modelDataDownloadTimeout: download = timeouts.modelDataDownload } = variant;
  const { containerStartupHealthCheckTimeout: startup = timeouts.containerStartup } = variant;
  return {
    inferenceComponentName: component.inferenceComponentName,
    endpointName,
    variantName: DEFAULT_VARIANT_NAME,
    specification: {
      modelName: cfnModel.attrModelName,
      startupParameters: {
        modelDataDownloadTimeoutInSeconds: download.toSeconds(),
        containerStartupHealthCheckTimeoutInSeconds: startup.toSeconds(),
      },
      computeResourceRequirements: {
        numberOfAcceleratorDevicesRequired: gpuCount > 0 ? gpuCount : undefined, // at least 1 if it is set
        numberOfCpuCoresRequired: cpuCores,
        minMemoryRequiredInMb: minMemory,
        maxMemoryRequiredInMb: maxMemory,
      },
    },
    runtimeConfig: { copyCount: initialInstanceCount },
    deploymentConfig,
  };
}

/** Sets the properties that the L1 construct of the oldest supported aws-cdk-lib lacks. */
export function overrideProperties(resource: CfnInferenceComponent, { dataCache, placement }: ComponentSettings): void {
  resource.addPropertyOverride('Specification.DataCacheConfig', { EnableCaching: dataCache });
  if (placement) resource.addPropertyOverride('Specification.SchedulingConfig', placement._render());
}
