import { isDeepStrictEqual } from 'util';
import { Properties } from '../assembly/template';

/** The library's names of CloudFormation properties, unless they differ only in the first letter. */
const LIBRARY_NAMES: Record<string, string> = {
  InitialInstanceCount: 'instanceCount',
  InitialVariantWeight: 'weight',
  VolumeSizeInGB: 'volumeSize',
  ModelDataDownloadTimeoutInSeconds: 'modelDataDownloadTimeout in seconds',
  ContainerStartupHealthCheckTimeoutInSeconds: 'containerStartupHealthCheckTimeout in seconds',
  InferenceAmiVersion: 'inferenceAmi',
  RoutingConfig: 'routingStrategy',
  DataCaptureConfig: 'dataCapture',
  KmsKeyId: 'encryptionKey',
  VpcConfig: 'vpc',
  EnableNetworkIsolation: 'networkIsolation',
  NumberOfAcceleratorDevicesRequired: 'gpuCount',
  NumberOfCpuCoresRequired: 'cpuCores',
  MinMemoryRequiredInMb: 'minMemory in MiB',
  MaxMemoryRequiredInMb: 'maxMemory in MiB',
};

/** Properties whose fields are compared one by one, because the library has a property for each. */
const WITH_FIELDS = [
  'AsyncInferenceConfig',
  'ManagedInstanceScaling',
  'ComputeResourceRequirements',
  'StartupParameters',
];

function libraryName(property: string): string {
  if (Object.hasOwn(LIBRARY_NAMES, property)) return LIBRARY_NAMES[property];
  return property.charAt(0).toLowerCase() + property.slice(1);
}

/** Describes the differences between two values, with a phrase for each field: `a.b changes from 1 to 2`. */
export function differences(before: unknown, after: unknown, field = ''): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (hasFields(before) && hasFields(after)) {
    return keysOf(before, after).flatMap((key) =>
      differences(
        before[key],
        after[key],
        Array.isArray(after) ? `${field}[${key}]` : [field, key].filter(Boolean).join('.'),
      ),
    );
  }
  if (before === undefined)
    return leafValues(after, field).map(([name, value]) => `${name} is set to ${toText(value)}`);
  if (after === undefined)
    return leafValues(before, field).map(([name, value]) => `${name}, which was ${toText(value)}, is no longer set`);
  return [`${field} changes from ${toText(before)} to ${toText(after)}`];
}

/** Describes the differences between properties in CloudFormation, with the names of the library. Values are only given if they are short. */
export function propertyDifferences(before: Properties, after: Properties, excluded: string[], suffix = ''): string[] {
  return keysOf(before, after)
    .filter((name) => !excluded.includes(name) && !isDeepStrictEqual(before[name], after[name]))
    .flatMap((name) => {
      const [oldValue, newValue] = [before[name], after[name]];
      const label = `${libraryName(name)}${suffix}`;
      if (WITH_FIELDS.includes(name)) return renameFields(differences(oldValue ?? {}, newValue ?? {}));
      if ([oldValue, newValue].every((value) => typeof value !== 'object'))
        return differences(oldValue, newValue, label);
      if (oldValue === undefined) return [`${label} is set`];
      return [newValue === undefined ? `${label} is no longer set` : `${label} changes`];
    });
}

/** Replaces the path at the beginning of each phrase by the library's name of the last field. */
function renameFields(phrases: string[]): string[] {
  return phrases.map((phrase) =>
    phrase.replace(/^[\w.]+/, (path) => libraryName(path.slice(path.lastIndexOf('.') + 1))),
  );
}

/** The keys of both objects. */
export function keysOf(before: object, after: object): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])];
}

/** The values in an object that have no fields, each with its path. */
function leafValues(value: unknown, field: string): [string, unknown][] {
  if (!hasFields(value) || Array.isArray(value) || Object.keys(value).length === 0) return [[field, value]];
  return Object.entries(value).flatMap(([key, inner]) => leafValues(inner, [field, key].filter(Boolean).join('.')));
}

/** Whether the fields of an object or the items of a list are compared one by one. A list without objects is compared as a single value. */
function hasFields(value: unknown): value is Record<string, unknown> {
  if (Array.isArray(value)) return value.some((each) => typeof each === 'object');
  return typeof value === 'object' && value !== null;
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
