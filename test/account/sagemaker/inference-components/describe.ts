import type { SageMakerState, Component, Specification } from '../state';
import { componentOf, copiesInService } from './component';

export function describeComponent(state: SageMakerState, name: string): object {
  const component = componentOf(state, name);
  const { failureReason, lastDeploymentConfig, version, desiredCopies, status } = component;
  return {
    ...summaryOf(state, component),
    ...(status === 'Failed' && failureReason !== undefined ? { FailureReason: failureReason.slice(0, 1024) } : {}),
    Specification: specificationSummary(version.specification),
    RuntimeConfig: {
      DesiredCopyCount: desiredCopies,
      CurrentCopyCount: copiesInService(component).length,
    },
    ...(lastDeploymentConfig ? { LastDeploymentConfig: lastDeploymentConfig } : {}),
  };
}

function specificationSummary({ input: { ComputeResourceRequirements, ...input } }: Specification): object {
  return { ...input, ComputeResourceRequirements: with32BitFloats(ComputeResourceRequirements) };
}

/** The API model declares numbers of cores and accelerators as floats, which have 32 bits: 0.3 is returned as 0.30000001192092896. */
function with32BitFloats(requirements: object): object {
  return Object.fromEntries(Object.entries(requirements).map(([name, value]) => [name, Math.fround(Number(value))]));
}

function summaryOf(state: SageMakerState, component: Component): object {
  return {
    InferenceComponentName: component.name,
    InferenceComponentArn: component.arn,
    EndpointName: component.endpointName,
    EndpointArn: state.arn('endpoint', component.endpointName),
    VariantName: component.variantName,
    InferenceComponentStatus: component.status,
    CreationTime: new Date(component.created),
    LastModifiedTime: new Date(component.modified),
  };
}
