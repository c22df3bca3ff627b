import table from '../facts/gpu-instances.json';

/** NVIDIA driver (major version) of each `InferenceAmiVersion` that SageMaker's API accepts for GPUs. */
export const AMI_DRIVERS: Record<string, number> = table.amiVersions;

/** Instance families that are known to support an `InferenceAmiVersion`; undefined if no list is known. */
export const AMI_FAMILIES: Record<string, string[] | undefined> = table.amiFamilies;

/**
 * The AMI of the instances, which includes the NVIDIA driver. If the driver in the default AMI of the instance type is too old for the CUDA
 * version of the container, or AWS does not document the driver, the library selects a different AMI.
 *
 * @see https://docs.aws.amazon.com/sagemaker/latest/APIReference/API_ProductionVariant.html
 * @example
 * new TritonRealtimeEndpoint(stack, 'Endpoint', { model, instanceType: InstanceType.G6E_XLARGE, inferenceAmi: InferenceAmi.AL2023_GPU_4_1 });
 */
export class InferenceAmi {
  /** Driver 535, CUDA 12.2. */
  public static readonly AL2_GPU_2 = InferenceAmi.of('al2-ami-sagemaker-inference-gpu-2');
  /** Driver 535, CUDA 12.2. The CUDA compatibility libraries of the container are not mounted. */
  public static readonly AL2_GPU_2_1 = InferenceAmi.of('al2-ami-sagemaker-inference-gpu-2-1');
  /** Driver 550, CUDA 12.4. The CUDA compatibility libraries of the container are not mounted. */
  public static readonly AL2_GPU_3_1 = InferenceAmi.of('al2-ami-sagemaker-inference-gpu-3-1');
  /** Driver 580, CUDA 13.0. The CUDA compatibility libraries of the container are not mounted. */
  public static readonly AL2023_GPU_4_1 = InferenceAmi.of('al2023-ami-sagemaker-inference-gpu-4-1');

  /**
   * An AMI by the name of its version in SageMaker.
   *
   * @param version name of the version, such as `al2-ami-sagemaker-inference-gpu-3-1`. For a version that the library does not know, the
   * driver is not known and not checked
   */
  public static of(version: string): InferenceAmi {
    return new InferenceAmi(version);
  }

  /** Major version of the NVIDIA driver. Undefined if it is not known. */
  public readonly driverVersion?: number;

  private constructor(
    /** Name of the version in SageMaker, such as `al2-ami-sagemaker-inference-gpu-3-1`. */
    public readonly version: string,
  ) {
    this.driverVersion = AMI_DRIVERS[version];
  }

  /** Returns the name of the version. */
  public toString(): string {
    return this.version;
  }
}

/**
 * The AMI that the library selects for a minimum driver version; undefined if no AMI has such a driver. The library does not select the AMIs
 * with driver 535, because driver 550 supports the same CUDA versions.
 */
export function amiWithDriver(minimumDriver: number): InferenceAmi | undefined {
  return [InferenceAmi.AL2_GPU_3_1, InferenceAmi.AL2023_GPU_4_1].find(
    ({ driverVersion }) => driverVersion !== undefined && driverVersion >= minimumDriver,
  );
}
