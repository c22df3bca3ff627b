import type { InstanceType } from '../platform';

/** Where a model configuration is going to be served. */
export interface ValidateOptions {
  /**
   * Triton release, `YY.MM`: fields that it does not know are errors, and rules that changed between releases follow
   * it.
   *
   * @default - the newest release in the schema
   */
  readonly tritonRelease?: string;

  /**
   * Instance type the model is served on. With it, the rules of the backend and of the platform apply, too; without
   * it, only those of the server itself.
   *
   * @default - only the server's own rules
   */
  readonly instanceType?: InstanceType;

  /**
   * GPUs the server sees. Triton judges instance groups when it has looked at the GPUs: as long as neither they nor the
   * instance type are given, findings on instance groups are warnings.
   *
   * @default - those of the instance type; without one, rules about the number of GPUs do not apply
   */
  readonly gpuCount?: number;

  /**
   * Whether the image is one of your own. It may have other backends, libraries and Python packages than the one that AWS
   * publishes, so that nothing is held against those.
   *
   * @default false
   */
  readonly customImage?: boolean;
}
