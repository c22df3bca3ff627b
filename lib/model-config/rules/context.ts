import { ServingInstance, ServingTarget } from '../serving-target';
import { ModelConfigDocument, NEWEST_RELEASE } from '../schema/schema';
import { resolveBackend, ResolvedBackend } from './resolve-backend';
import { PartRule, Rule, rulesForEach } from '../../findings/rule';

/** Properties of the server and the image, for the rules about a configuration. */
export interface ConfigContext extends ResolvedBackend {
  /** Triton release, `YY.MM`. Releases can be compared as strings. */
  readonly release: string;
  /**
   * Whether the caller specified the release or an instance type. Otherwise `release` is the newest release in the schema, and the server
   * can have a different release.
   */
  readonly isReleaseKnown: boolean;
  /** Number of GPUs that the server can use. Undefined if the number is not known. */
  readonly gpuCount?: number;
  readonly instanceType?: ServingInstance;
  /** Whether the image is the user's own image. */
  readonly customImage: boolean;
}

export type ConfigRule = Rule<ModelConfigDocument, ConfigContext>;

/** Creates rules about each of the parts of a configuration, such as its instance groups. */
export function partRules<Part extends { readonly field: string }>(
  partsOf: (config: ModelConfigDocument, context: ConfigContext) => readonly Part[],
  rules: readonly PartRule<Part, ModelConfigDocument, ConfigContext>[],
): ConfigRule[] {
  return rulesForEach(partsOf, rules);
}

/** Creates rules about a configuration as a whole. `at` is the path of the field. */
export function configRules(
  rules: readonly PartRule<ModelConfigDocument & { readonly field: string }, ModelConfigDocument, ConfigContext>[],
): ConfigRule[] {
  return rulesForEach((config) => [{ ...config, field: '' }], rules);
}

/** Adds the paths of their fields to the elements of a list: `list[0]`, `list[1]` and so on. */
export function withFields<Element extends object>(
  elements: readonly Element[] | undefined,
  list: string,
): (Element & { readonly field: string })[] {
  return (elements ?? []).map((element, index) => ({ ...element, field: `${list}[${index}]` }));
}

/** Minimum compute capability. Triton ignores GPUs with a lower compute capability. */
const MINIMUM_COMPUTE_CAPABILITY = 6;

/**
 * Creates the context of the rules.
 *
 * @throws Error if the release does not have the form `YY.MM`
 */
export function contextOf(config: ModelConfigDocument, options: ServingTarget): ConfigContext {
  const { tritonRelease: release = NEWEST_RELEASE, instanceType } = options;
  if (!/^\d\d\.\d\d$/.test(release)) {
    throw new Error(`tritonRelease must be a release as in '24.09', got '${release}'`);
  }
  const isGpuTooOld =
    Number(instanceType?.computeCapability ?? MINIMUM_COMPUTE_CAPABILITY) < MINIMUM_COMPUTE_CAPABILITY;
  return {
    ...resolveBackend(config, release),
    release,
    isReleaseKnown: options.tritonRelease !== undefined || instanceType !== undefined,
    instanceType,
    customImage: options.customImage ?? false,
    gpuCount: options.gpuCount ?? (isGpuTooOld ? 0 : instanceType?.gpuCount),
  };
}
