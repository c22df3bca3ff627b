import type { SageMakerState, Component, Specification } from '../state';
import { componentOf, copiesInService } from './component';

export function describeComponent(state: SageMakerState, name: string): object {
  const component = componentOf(state, name);
  const { failureReason, lastDeploymentConfig, version, desiredCopies, status } = component;
  const specifications = version.specifications.map(specificationSummary);
  const isList = version.specifications.some(({ input }) => input.InstanceType !== undefined);
  const copies = copiesInService(component);
  const types = [...new Set(copies.map(({ instance }) => instance.type))];
  const placement = types.map((InstanceType) => ({
    InstanceType,
    CurrentCopyCount: copies.filter(({ instance }) => instance.type === InstanceType).length,
  }));
  return {
    ...summaryOf(state, component),
    ...(status === 'Failed' && failureReason !== undefined ? { FailureReason: failureReason.slice(0, 1024) } : {}),
    ...(isList ? { Specifications: specifications } : { Specification: specifications[0] }),
    RuntimeConfig: {
      DesiredCopyCount: desiredCopies,
      CurrentCopyCount: copies.length,
      ...(isList && placement.length > 0 ? { PlacementStatus: placement } : {}),
    },
    ...(lastDeploymentConfig ? { LastDeploymentConfig: lastDeploymentConfig } : {}),
  };
}

function specificationSummary({ input: { ComputeResourceRequirements, ...input } }: Specification): object {
  const { Container, ...specification } = input;
  const summary = { ...specification, ComputeResourceRequirements: with32BitFloats(ComputeResourceRequirements) };
  if (!Container) return summary;
  const { Image, ...container } = Container;
  return { ...summary, Container: { ...container, DeployedImage: { SpecifiedImage: Image, ResolvedImage: Image } } };
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

/** ListInferenceComponents, without the filters of times. */
export function listComponents(state: SageMakerState, input: Record<string, unknown>): object {
  const { EndpointNameEquals, VariantNameEquals, StatusEquals, NameContains, SortOrder, MaxResults, NextToken } = input;
  const selected = [...state.components.values()].filter(
    ({ name, endpointName, variantName, status }) =>
      (EndpointNameEquals ?? endpointName) === endpointName &&
      (VariantNameEquals ?? variantName) === variantName &&
      (StatusEquals ?? status) === status &&
      name.includes(String(NameContains ?? '')),
  );
  const sorted = SortOrder === 'Ascending' ? selected : selected.reverse();
  const start = Number(NextToken ?? 0);
  const end = start + Number(MaxResults ?? 10);
  return {
    InferenceComponents: sorted.slice(start, end).map((component) => summaryOf(state, component)),
    ...(end < sorted.length ? { NextToken: String(end) } : {}),
  };
}
