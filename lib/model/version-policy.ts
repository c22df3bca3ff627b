import { Json } from './render';

/**
 * Which versions of the model are loaded.
 *
 * Each loaded version takes its own memory and start-up time; SageMaker routes requests to the newest one unless a
 * request names another. Triton's default is the newest version.
 *
 * @see https://github.com/triton-inference-server/server/blob/main/docs/user_guide/model_configuration.md#version-policy
 * @example
 * model.withOverrides({ versionPolicy: VersionPolicy.specific([1, 3]) });
 */
export class VersionPolicy {
  /**
   * The newest versions.
   *
   * @param numVersions how many of them, at least 1
   */
  public static latest(numVersions: number = 1): VersionPolicy {
    return new VersionPolicy({ latest: { num_versions: numVersions } });
  }

  /** All versions in the model's folder. */
  public static all(): VersionPolicy {
    return new VersionPolicy({ all: {} });
  }

  /** These versions only. */
  public static specific(versions: number[]): VersionPolicy {
    return new VersionPolicy({ specific: { versions } });
  }

  private constructor(private readonly policy: Json) {}

  /** @internal */
  public _render(): Json {
    return this.policy;
  }
}
