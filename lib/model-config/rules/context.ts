import { ServingInstance, ServingTarget } from '../serving-target';
import { ModelConfigDocument, NEWEST_RELEASE } from '../schema/schema';
import { resolveBackend, ResolvedBackend } from './resolve-backend';
import { Rule } from '../../findings/rule';

/** What the rules about one configuration know beside it. */
export interface ConfigContext extends ResolvedBackend {
  /** Triton release, `YY.MM`: such strings sort by time. */
  readonly release: string;
  /** Whether the caller chose the release; else it is the newest one of the schema, which may not be the server's. */
  readonly releaseChosen: boolean;
  /** GPUs that the server may use; undefined when that is not known. */
  readonly gpuCount?: number;
  readonly instanceType?: ServingInstance;
  /** Whether the image is one of the user's own. */
  readonly customImage: boolean;
}

export type ConfigRule = Rule<ModelConfigDocument, ConfigContext>;

/** Triton ignores GPUs of a lower compute capability. */
const MINIMUM_COMPUTE_CAPABILITY = 6;

export function contextOf(config: ModelConfigDocument, options: ServingTarget): ConfigContext {
  const { tritonRelease: release = NEWEST_RELEASE, instanceType } = options;
  if (!/^\d\d\.\d\d$/.test(release)) {
    throw new Error(`tritonRelease must be a release as in '24.09', got '${release}'`);
  }
  const tooOld = Number(instanceType?.computeCapability ?? MINIMUM_COMPUTE_CAPABILITY) < MINIMUM_COMPUTE_CAPABILITY;
  return {
    ...resolveBackend(config, release),
    release,
    releaseChosen: options.tritonRelease !== undefined || instanceType !== undefined,
    instanceType,
    customImage: options.customImage ?? false,
    gpuCount: options.gpuCount ?? (tooOld ? 0 : instanceType?.gpuCount),
  };
}
