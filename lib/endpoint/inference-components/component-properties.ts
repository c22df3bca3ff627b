import { CfnInferenceComponent, CfnInferenceComponentProps, CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { DEFAULT_VARIANT_NAME } from '../../cdk/endpoint-names';
import { CopyPlacement } from '../options/component-options';
import { Component } from '../resolved/component';
import { startupTimeouts } from '../variant/startup-timeouts';

/**
 * The properties of a component's resource.
 *
 * @param bytes size of the model. Undefined if not known
 */
export function componentProperties(
  component: Component,
  cfnModel: CfnModel,
  bytes: number | undefined,
): Omit<CfnInferenceComponentProps, 'endpointName'> {
  const { startupParameters, computeResourceRequirements } = specificationWithoutModel(component, bytes);
  return {
    inferenceComponentName: component.inferenceComponentName,
    variantName: DEFAULT_VARIANT_NAME,
    specification: { modelName: cfnModel.attrModelName, startupParameters, computeResourceRequirements },
    runtimeConfig: { copyCount: component.copyCount },
  };
}

/** The specification of a component, without its model. */
export function specificationWithoutModel(component: Component, bytes: number | undefined) {
  const { dataCache, placement, reservation } = component;
  const { gpuCount, cpuCores, minMemory, maxMemory } = reservation;
  const timeouts = startupTimeouts(bytes);
  const { modelDataDownloadTimeout: download = timeouts.modelDataDownload } = component;
  const { containerStartupHealthCheckTimeout: startup = timeouts.containerStartup } = component;
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
    schedulingConfig: placement && schedulingConfig(placement),
  };
}

function schedulingConfig({ binpack, maxZoneImbalance = 0 }: CopyPlacement): object {
  return {
    PlacementStrategy: binpack ? 'BINPACK' : 'SPREAD',
    AvailabilityZoneBalance: { EnforcementMode: 'PERMISSIVE', MaxImbalance: maxZoneImbalance },
  };
}

/** Sets the properties that the L1 construct of the oldest supported aws-cdk-lib lacks. */
export function overrideProperties(resource: CfnInferenceComponent, component: Component): void {
  const { dataCacheConfig, schedulingConfig: scheduling } = specificationWithoutModel(component, undefined);
  resource.addPropertyOverride('Specification.DataCacheConfig', dataCacheConfig);
  if (scheduling) resource.addPropertyOverride('Specification.SchedulingConfig', scheduling);
}
