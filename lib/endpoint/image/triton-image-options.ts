/** What has to be known of an image that AWS does not publish. */
export interface TritonImageOptions {
  /** The Triton release inside, `YY.MM` such as `24.09`: the rules for models and server options follow it. */
  readonly release: string;

  /**
   * CUDA version inside, such as `12.6`. The driver of the instances has to run it, or the endpoint hangs without a log.
   *
   * @default - the CUDA of that release as NVIDIA ships it; a release that is not in the table warns
   */
  readonly cudaVersion?: string;
}
