import { isDeepStrictEqual } from 'util';
import { TemplateEndpoint, TemplateVariant } from '../assembly/endpoints';
import { specificationsOf } from '../assembly/inference-components';
import { TemplateComponent } from '../assembly/variants';
import { DeployedEndpoint } from './consequence';
import { differences, renameFields } from './differences';
import { modelsReasons } from './fleet';
import { changesOnlyTags, ResourceChange } from './resource-changes';

/** A variant that is an inference component. */
export type ComponentVariant = TemplateVariant & { readonly component: TemplateComponent };

/** An inference component before and after a deployment. */
export interface ChangedComponent {
  readonly before: ComponentVariant;
  readonly after: ComponentVariant;
}

/** An inference component that the deployment updates. */
export interface UpdatedComponent extends ChangedComponent {
  /** Whether the model or the reservations change, so SageMaker replaces the copies. */
  readonly replacesCopies: boolean;
  /** The changes, as phrases. */
  readonly reasons: string[];
}

/** The effects of a deployment on the inference components of an endpoint. */
export interface ComponentChanges {
  readonly added: ComponentVariant[];
  readonly removed: ComponentVariant[];
  /** A component that gets a different name: SageMaker creates the new one, and deletes the old one. */
  readonly renamed?: ChangedComponent;
  readonly updated: UpdatedComponent[];
  readonly unchanged: ComponentVariant[];
  /** Components that CloudFormation would update to a different name, endpoint or variant, which SageMaker does not support. */
  readonly impossible: ComponentVariant[];
}

/** The library's names of the properties of a component. */
const LIBRARY_NAMES: Record<string, string> = {
  NumberOfAcceleratorDevicesRequired: 'gpuCount',
  NumberOfCpuCoresRequired: 'cpuCores',
  MinMemoryRequiredInMb: 'minMemory in MiB',
  MaxMemoryRequiredInMb: 'maxMemory in MiB',
  EnableCaching: 'dataCache',
  PlacementStrategy: 'placement',
  MaxImbalance: 'maxZoneImbalance',
  ModelDataDownloadTimeoutInSeconds: 'modelDataDownloadTimeout in seconds',
  ContainerStartupHealthCheckTimeoutInSeconds: 'containerStartupHealthCheckTimeout in seconds',
};

const IDENTITY = ['InferenceComponentName', 'EndpointName', 'EndpointArn', 'VariantName'];

/** The inference components of an endpoint; empty for other endpoints. */
export function componentsOf({ variants }: TemplateEndpoint): ComponentVariant[] {
  return variants.flatMap((variant) => (variant.component ? [variant as ComponentVariant] : []));
}

/** Compares the inference components before and after a deployment, by their names in SageMaker. */
export function componentChanges(
  before: DeployedEndpoint,
  after: DeployedEndpoint,
  changes: Map<string, ResourceChange>,
): ComponentChanges {
  const [oldComponents, newComponents] = [componentsOf(before.endpoint), componentsOf(after.endpoint)];
  const findIn = (list: ComponentVariant[], { component }: ComponentVariant): ComponentVariant | undefined =>
    list.find((other) => other.component.inferenceComponentName === component.inferenceComponentName);
  const added = newComponents.filter((each) => !findIn(oldComponents, each));
  const removed = oldComponents.filter((each) => !findIn(newComponents, each));
  const pairs = newComponents.flatMap((each): ChangedComponent[] => {
    const old = findIn(oldComponents, each);
    return old ? [{ before: old, after: each }] : [];
  });
  const isChanged = ({ after: { component } }: ChangedComponent): boolean => {
    const change = changes.get(component.id);
    return change !== undefined && !changesOnlyTags(change);
  };
  const deployments = { before: before.deployment, after: after.deployment };
  const renamed = renamedComponent(added, removed);
  return {
    added: renamed ? [] : added,
    removed: renamed ? [] : removed,
    renamed,
    updated: pairs.filter(isChanged).map((pair) => {
      const properties = changes.get(pair.after.component.id)?.properties ?? [];
      const replacesCopies = properties.some((name) => name.startsWith('Specification'));
      const reasons = [
        ...modelsReasons(pair.before, pair.after, deployments),
        ...specificationReasons(pair.before, pair.after),
      ];
      const fallback = replacesCopies ? ['its model is a different resource'] : [];
      return { ...pair, replacesCopies, reasons: reasons.length > 0 ? [...new Set(reasons)] : fallback };
    }),
    unchanged: pairs.filter((pair) => !isChanged(pair)).map((pair) => pair.after),
    impossible: newComponents.filter(({ component: { id } }) => {
      const change = changes.get(id);
      return change?.action === 'updated' && change.properties.some((name) => IDENTITY.includes(name));
    }),
  };
}

/** The component that is renamed, if one component is added and one is removed, and they have the same image and reservations. */
function renamedComponent(added: ComponentVariant[], removed: ComponentVariant[]): ChangedComponent | undefined {
  if (added.length !== 1 || removed.length !== 1) return undefined;
  const [[after], [before]] = [added, removed];
  const imageOf = ({ models }: ComponentVariant): unknown => models[0]?.container.Image;
  const isSame =
    isDeepStrictEqual(before.component.reservation, after.component.reservation) && imageOf(before) === imageOf(after);
  return isSame ? { before, after } : undefined;
}

function specificationReasons(before: ComponentVariant, after: ComponentVariant): string[] {
  const [oldValues, newValues] = [before, after].map(({ properties }) =>
    specificationsOf(properties).map(({ ModelName: _model, Container: _container, ...others }) => others),
  );
  return renameFields(
    newValues.flatMap((values, index) => differences(oldValues[index] ?? {}, values)),
    LIBRARY_NAMES,
  );
}
