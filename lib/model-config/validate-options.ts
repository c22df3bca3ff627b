import type { InstanceType } from '../platform';

/** Properties of the endpoint that serves a model, for the validation of the model configuration. */
export interface ValidateOptions {
  /**
   * Triton release, in the form `YY.MM`. Fields that the release does not support are errors. The release also selects the rules that differ
   * between releases.
   *
   * @default - the newest release that the library knows
   */
  readonly tritonRelease?: string;

  /**
   * Instance type of the endpoint. With an instance type, the rules of the backend and of the platform also apply.
   *
   * @default - only the rules of the server apply
   */
  readonly instanceType?: InstanceType;

  /**
   * Number of GPUs that are visible to the server. Triton checks instance groups after it has detected the GPUs. If neither this number nor
   * the instance type is set, findings about instance groups are warnings.
   *
   * @default - the number of GPUs of the instance type. Without an instance type, rules about the number of GPUs do not apply
   */
  readonly gpuCount?: number;

  /**
   * Whether the image is your own image. Your own image can contain different backends, libraries and Python packages than the image that AWS
   * publishes, so rules about backends, libraries and packages in the image do not apply.
   *
   * @default false
   */
  readonly customImage?: boolean;
}
