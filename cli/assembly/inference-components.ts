import { componentNameOf } from './component-names';
import { Properties, toNumber } from './template';
import { ComponentDeploymentConfig, Container, Reservation, TemplateVariant, VariantModel } from './variants';

/** What the copies run, and what they reserve. */
export interface ComponentSpecification extends Properties {
  readonly ModelName?: string;
  readonly Container?: {
    readonly Image?: string;
    readonly ArtifactUrl?: string;
    readonly Environment?: Record<string, string>;
  };
  readonly ComputeResourceRequirements?: {
    readonly NumberOfAcceleratorDevicesRequired?: number;
    readonly NumberOfCpuCoresRequired?: number;
    readonly MinMemoryRequiredInMb?: number;
  };
}

/** The parts of a template that a component refers to. */
export interface ComponentContext {
  readonly endpointName: string;
  readonly hosts: TemplateVariant[];
  findModel(id: string): VariantModel | undefined;
  findScaling(resourceId: string): TemplateVariant['scaling'];
  /** The number of copies with which a component is created whose number of copies the template does not contain, because it scales. */
  findInitialCopies(inferenceComponentName: string): number | undefined;
}

/** Converts the resource of an inference component to a variant whose number of instances is the number of copies. */
export function componentVariant(
  { id, properties }: { readonly id: string; readonly properties: Properties },
  { endpointName, hosts, findModel, findScaling, findInitialCopies }: ComponentContext,
): TemplateVariant {
  const inferenceComponentName = String(properties.InferenceComponentName ?? id);
  const specifications = specificationsOf(properties);
  const { VariantName, RuntimeConfig, DeploymentConfig } = properties;
  const host = VariantName === undefined ? hosts[0] : hosts.find(({ name }) => name === VariantName);
  return {
    name: componentNameOf(endpointName, inferenceComponentName),
    isShadow: false,
    instanceTypes: host?.instanceTypes ?? [],
    count:
      toNumber((RuntimeConfig as { CopyCount?: unknown } | undefined)?.CopyCount) ??
      findInitialCopies(inferenceComponentName),
    properties,
    models: specifications.flatMap((specification) => modelOf(id, specification, findModel) ?? []),
    scaling: findScaling(`inference-component/${inferenceComponentName}`),
    component: {
      id,
      inferenceComponentName,
      host,
      reservation: reservationOf(specifications),
      deploymentConfig: (DeploymentConfig ?? {}) as ComponentDeploymentConfig,
    },
  };
}

/** The specification of a component, or one for each instance type. */
export function specificationsOf({ Specification, Specifications }: Properties): ComponentSpecification[] {
  return (Specification === undefined ? (Specifications ?? []) : [Specification]) as ComponentSpecification[];
}

/** The model of a specification, or its container, which has no model in SageMaker. */
function modelOf(
  id: string,
  { ModelName, Container: container }: ComponentSpecification,
  findModel: ComponentContext['findModel'],
): VariantModel | undefined {
  if (ModelName !== undefined) return findModel(ModelName);
  if (!container) return undefined;
  const { Image, Environment, ArtifactUrl } = container;
  const modelContainer: Container = { Image, Environment, ModelDataUrl: ArtifactUrl };
  return { id, properties: {}, container: modelContainer, dataUri: ArtifactUrl ?? '' };
}

/** The largest reservations of all specifications, since instances of any type can run a copy. */
function reservationOf(specifications: ComponentSpecification[]): Reservation {
  const requirements = specifications.map(({ ComputeResourceRequirements: each = {} }) => each);
  const largest = (values: unknown[]): number => Math.max(0, ...values.map((value) => toNumber(value) ?? 0));
  return {
    gpus: largest(requirements.map(({ NumberOfAcceleratorDevicesRequired: gpus }) => gpus)),
    cpuCores: largest(requirements.map(({ NumberOfCpuCoresRequired: cores }) => cores)),
    memoryMib: largest(requirements.map(({ MinMemoryRequiredInMb: memory }) => memory)),
  };
}
