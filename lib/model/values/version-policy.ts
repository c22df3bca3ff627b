import { Json } from './render';

/**
 * The policy that selects the versions of a model to load.
 *
 * Each loaded version requires memory and start-up time. Requests use the latest version, unless a request specifies a different version. By
 * default, Triton loads the latest version.
 *
 * @see https://github.com/triton-inference-server/server/blob/main/docs/user_guide/model_configuration.md#version-policy
 * @example
 * model.withOverrides({ versionPolicy: VersionPolicy.specific([1, 3]) });
 */
export class VersionPolicy {
  /**
   * The latest versions.
   *
   * @param numVersions number of versions, at least 1
   */
  public static latest(numVersions: number = 1): VersionPolicy {
    return new VersionPolicy({ latest: { num_versions: numVersions } });
  }

  /** All versions in the folder of the model. */
  public static all(): VersionPolicy {
    return new VersionPolicy({ all: {} });
  }

  /** Only the listed versions. */
  public static specific(versions: number[]): VersionPolicy {
    return new VersionPolicy({ specific: { versions } });
  }

  private constructor(private readonly policy: Json) {}

  /** @internal */
  public _render(): Json {
    return this.policy;
  }
}
