import { Size } from 'aws-cdk-lib';
import { allInstanceFacts, InstanceFacts, instanceFacts } from '../facts/instance-facts';
import { rulePage } from '../findings/rule-page';
import { nonNvidiaAccelerator, isArm, isCpuFamily, isSize, mayHaveGpus } from '../facts/instance-families';
import { nearestName } from '../findings/nearest';
import { isUnresolved } from '../findings/is-unresolved';

/**
 * A SageMaker hosting instance type, with properties of its GPUs.
 *
 * The properties are from `gpu-instances.json` and, for types without GPUs such as `InstanceType.of('ml.c6i.large')`, from
 * `cpu-instances.json` in `lib/facts`. The files contain the sources and dates. For a type that is in neither file, use
 * `InstanceType.of`. The properties of such a type are undefined, and checks that require them are skipped.
 *
 * @see https://docs.aws.amazon.com/sagemaker/latest/APIReference/API_ProductionVariant.html
 * @example
 * new TritonRealtimeEndpoint(stack, 'Endpoint', { model, instanceType: InstanceType.G5_XLARGE });
 */
export class InstanceType {
  /** 1 × NVIDIA K80, 4 vCPU, 61 GiB */
  public static readonly P2_XLARGE = new InstanceType('ml.p2.xlarge');
  /** 8 × NVIDIA K80, 32 vCPU, 488 GiB */
  public static readonly P2_8XLARGE = new InstanceType('ml.p2.8xlarge');
  /** 16 × NVIDIA K80, 64 vCPU, 732 GiB */
  public static readonly P2_16XLARGE = new InstanceType('ml.p2.16xlarge');
  /** 1 × NVIDIA V100, 8 vCPU, 61 GiB */
  public static readonly P3_2XLARGE = new InstanceType('ml.p3.2xlarge');
  /** 4 × NVIDIA V100, 32 vCPU, 244 GiB */
  public static readonly P3_8XLARGE = new InstanceType('ml.p3.8xlarge');
  /** 8 × NVIDIA V100, 64 vCPU, 488 GiB */
  public static readonly P3_16XLARGE = new InstanceType('ml.p3.16xlarge');
  /** 1 × NVIDIA T4, 4 vCPU, 16 GiB */
  public static readonly G4DN_XLARGE = new InstanceType('ml.g4dn.xlarge');
  /** 1 × NVIDIA T4, 8 vCPU, 32 GiB */
  public static readonly G4DN_2XLARGE = new InstanceType('ml.g4dn.2xlarge');
  /** 1 × NVIDIA T4, 16 vCPU, 64 GiB */
  public static readonly G4DN_4XLARGE = new InstanceType('ml.g4dn.4xlarge');
  /** 1 × NVIDIA T4, 32 vCPU, 128 GiB */
  public static readonly G4DN_8XLARGE = new InstanceType('ml.g4dn.8xlarge');
  /** 4 × NVIDIA T4, 48 vCPU, 192 GiB */
  public static readonly G4DN_12XLARGE = new InstanceType('ml.g4dn.12xlarge');
  /** 1 × NVIDIA T4, 64 vCPU, 256 GiB */
  public static readonly G4DN_16XLARGE = new InstanceType('ml.g4dn.16xlarge');
  /** 1 × NVIDIA A10G, 4 vCPU, 16 GiB */
  public static readonly G5_XLARGE = new InstanceType('ml.g5.xlarge');
  /** 1 × NVIDIA A10G, 8 vCPU, 32 GiB */
  public static readonly G5_2XLARGE = new InstanceType('ml.g5.2xlarge');
  /** 1 × NVIDIA A10G, 16 vCPU, 64 GiB */
  public static readonly G5_4XLARGE = new InstanceType('ml.g5.4xlarge');
  /** 1 × NVIDIA A10G, 32 vCPU, 128 GiB */
  public static readonly G5_8XLARGE = new InstanceType('ml.g5.8xlarge');
  /** 4 × NVIDIA A10G, 48 vCPU, 192 GiB */
  public static readonly G5_12XLARGE = new InstanceType('ml.g5.12xlarge');
  /** 1 × NVIDIA A10G, 64 vCPU, 256 GiB */
  public static readonly G5_16XLARGE = new InstanceType('ml.g5.16xlarge');
  /** 4 × NVIDIA A10G, 96 vCPU, 384 GiB */
  public static readonly G5_24XLARGE = new InstanceType('ml.g5.24xlarge');
  /** 8 × NVIDIA A10G, 192 vCPU, 768 GiB */
  public static readonly G5_48XLARGE = new InstanceType('ml.g5.48xlarge');
  /** 1 × NVIDIA L4, 4 vCPU, 16 GiB */
  public static readonly G6_XLARGE = new InstanceType('ml.g6.xlarge');
  /** 1 × NVIDIA L4, 8 vCPU, 32 GiB */
  public static readonly G6_2XLARGE = new InstanceType('ml.g6.2xlarge');
  /** 1 × NVIDIA L4, 16 vCPU, 64 GiB */
  public static readonly G6_4XLARGE = new InstanceType('ml.g6.4xlarge');
  /** 1 × NVIDIA L4, 32 vCPU, 128 GiB */
  public static readonly G6_8XLARGE = new InstanceType('ml.g6.8xlarge');
  /** 4 × NVIDIA L4, 48 vCPU, 192 GiB */
  public static readonly G6_12XLARGE = new InstanceType('ml.g6.12xlarge');
  /** 1 × NVIDIA L4, 64 vCPU, 256 GiB */
  public static readonly G6_16XLARGE = new InstanceType('ml.g6.16xlarge');
  /** 4 × NVIDIA L4, 96 vCPU, 384 GiB */
  public static readonly G6_24XLARGE = new InstanceType('ml.g6.24xlarge');
  /** 8 × NVIDIA L4, 192 vCPU, 768 GiB */
  public static readonly G6_48XLARGE = new InstanceType('ml.g6.48xlarge');
  /** 1 × NVIDIA L40S, 4 vCPU, 32 GiB */
  public static readonly G6E_XLARGE = new InstanceType('ml.g6e.xlarge');
  /** 1 × NVIDIA L40S, 8 vCPU, 64 GiB */
  public static readonly G6E_2XLARGE = new InstanceType('ml.g6e.2xlarge');
  /** 1 × NVIDIA L40S, 16 vCPU, 128 GiB */
  public static readonly G6E_4XLARGE = new InstanceType('ml.g6e.4xlarge');
  /** 1 × NVIDIA L40S, 32 vCPU, 256 GiB */
  public static readonly G6E_8XLARGE = new InstanceType('ml.g6e.8xlarge');
  /** 4 × NVIDIA L40S, 48 vCPU, 384 GiB */
  public static readonly G6E_12XLARGE = new InstanceType('ml.g6e.12xlarge');
  /** 1 × NVIDIA L40S, 64 vCPU, 512 GiB */
  public static readonly G6E_16XLARGE = new InstanceType('ml.g6e.16xlarge');
  /** 4 × NVIDIA L40S, 96 vCPU, 768 GiB */
  public static readonly G6E_24XLARGE = new InstanceType('ml.g6e.24xlarge');
  /** 8 × NVIDIA L40S, 192 vCPU, 1536 GiB */
  public static readonly G6E_48XLARGE = new InstanceType('ml.g6e.48xlarge');
  /** 1 × NVIDIA RTX PRO 4500 Blackwell, 8 vCPU, 32 GiB */
  public static readonly G7_2XLARGE = new InstanceType('ml.g7.2xlarge');
  /** 1 × NVIDIA RTX PRO 4500 Blackwell, 16 vCPU, 64 GiB */
  public static readonly G7_4XLARGE = new InstanceType('ml.g7.4xlarge');
  /** 1 × NVIDIA RTX PRO 4500 Blackwell, 32 vCPU, 128 GiB */
  public static readonly G7_8XLARGE = new InstanceType('ml.g7.8xlarge');
  /** 2 × NVIDIA RTX PRO 4500 Blackwell, 48 vCPU, 192 GiB */
  public static readonly G7_12XLARGE = new InstanceType('ml.g7.12xlarge');
  /** 4 × NVIDIA RTX PRO 4500 Blackwell, 96 vCPU, 384 GiB */
  public static readonly G7_24XLARGE = new InstanceType('ml.g7.24xlarge');
  /** 8 × NVIDIA RTX PRO 4500 Blackwell, 192 vCPU, 768 GiB */
  public static readonly G7_48XLARGE = new InstanceType('ml.g7.48xlarge');
  /** 1 × NVIDIA RTX PRO 6000 Blackwell Server Edition, 8 vCPU, 64 GiB */
  public static readonly G7E_2XLARGE = new InstanceType('ml.g7e.2xlarge');
  /** 1 × NVIDIA RTX PRO 6000 Blackwell Server Edition, 16 vCPU, 128 GiB */
  public static readonly G7E_4XLARGE = new InstanceType('ml.g7e.4xlarge');
  /** 1 × NVIDIA RTX PRO 6000 Blackwell Server Edition, 32 vCPU, 256 GiB */
  public static readonly G7E_8XLARGE = new InstanceType('ml.g7e.8xlarge');
  /** 2 × NVIDIA RTX PRO 6000 Blackwell Server Edition, 48 vCPU, 512 GiB */
  public static readonly G7E_12XLARGE = new InstanceType('ml.g7e.12xlarge');
  /** 4 × NVIDIA RTX PRO 6000 Blackwell Server Edition, 96 vCPU, 1024 GiB */
  public static readonly G7E_24XLARGE = new InstanceType('ml.g7e.24xlarge');
  /** 8 × NVIDIA RTX PRO 6000 Blackwell Server Edition, 192 vCPU, 2048 GiB */
  public static readonly G7E_48XLARGE = new InstanceType('ml.g7e.48xlarge');
  /** 8 × NVIDIA A100 40GB, 96 vCPU, 1152 GiB */
  public static readonly P4D_24XLARGE = new InstanceType('ml.p4d.24xlarge');
  /** 8 × NVIDIA A100 80GB, 96 vCPU, 1152 GiB */
  public static readonly P4DE_24XLARGE = new InstanceType('ml.p4de.24xlarge');
  /** 1 × NVIDIA H100 80GB, 16 vCPU, 256 GiB */
  public static readonly P5_4XLARGE = new InstanceType('ml.p5.4xlarge');
  /** 8 × NVIDIA H100 80GB, 192 vCPU, 2048 GiB */
  public static readonly P5_48XLARGE = new InstanceType('ml.p5.48xlarge');
  /** 8 × NVIDIA H200 141GB, 192 vCPU, 2048 GiB */
  public static readonly P5E_48XLARGE = new InstanceType('ml.p5e.48xlarge');
  /** 8 × NVIDIA H200 141GB, 192 vCPU, 2048 GiB */
  public static readonly P5EN_48XLARGE = new InstanceType('ml.p5en.48xlarge');
  /** 8 × NVIDIA B200, 192 vCPU, 2048 GiB */
  public static readonly P6_B200_48XLARGE = new InstanceType('ml.p6-b200.48xlarge');
  /** 8 × NVIDIA B300, 192 vCPU, 4096 GiB */
  public static readonly P6_B300_48XLARGE = new InstanceType('ml.p6-b300.48xlarge');
  /** 4 × NVIDIA GB200 (Grace Blackwell), 144 vCPU, 960 GiB */
  public static readonly P6E_GB200_36XLARGE = new InstanceType('ml.p6e-gb200.36xlarge');

  /**
   * An instance type by its name.
   *
   * @param name name of the type with its prefix, such as `ml.g5.xlarge`. A name that is known only at deployment is not checked
   * @throws an error if the name does not start with `ml.`
   */
  public static of(name: string): InstanceType {
    return new InstanceType(name);
  }

  /** Name of the type with its prefix, such as `ml.g4dn.xlarge`. */
  public readonly name: string;

  private constructor(
    name: string,
    /** Properties of a part of an instance, which override those of the instance. */
    private readonly part: Partial<InstanceFacts> = {},
  ) {
    if (!isUnresolved(name) && !/^ml\.[a-z0-9-]+\.[a-z0-9]+$/.test(name)) {
      throw new Error(
        `InstanceType: got '${name}'; allowed: a SageMaker hosting type such as 'ml.g5.xlarge' ${rulePage('sm.variant-type')}`,
      );
    }
    this.name = name;
  }

  private get facts(): InstanceFacts | undefined {
    const facts = instanceFacts(this.name);
    return facts && { ...facts, ...this.part };
  }

  /** Instance family, such as `g4dn`. */
  public get family(): string {
    return this.name.split('.')[1] ?? '';
  }

  /** Whether the library knows the type and its properties. */
  public get known(): boolean {
    return instanceFacts(this.name) !== undefined;
  }

  /**
   * Number of NVIDIA GPUs. For a type that the library does not know, 0 if the name of its family indicates no NVIDIA GPUs, otherwise
   * undefined.
   */
  public get gpuCount(): number | undefined {
    return this.facts?.gpuCount ?? (this._nonNvidiaAccelerator === undefined ? undefined : 0);
  }

  /** GPU model, such as `NVIDIA T4`. */
  public get gpuModel(): string | undefined {
    return this.facts?.gpuModel;
  }

  /** Memory of a GPU as `nvidia-smi` reports it, which can be less than its nominal memory. */
  public get gpuMemory(): Size | undefined {
    const mebibytes = this.facts?.gpuMemoryMiB;
    return mebibytes === undefined ? undefined : Size.mebibytes(mebibytes);
  }

  /** CUDA compute capability of the GPUs, such as `7.5`. */
  public get computeCapability(): string | undefined {
    return this.facts?.computeCapability;
  }

  /** Number of vCPUs. */
  public get vcpus(): number | undefined {
    return this.facts?.vcpus;
  }

  /** Memory of the instance. */
  public get memory(): Size | undefined {
    const gibibytes = this.facts?.memoryGiB;
    return gibibytes === undefined ? undefined : Size.gibibytes(gibibytes);
  }

  /**
   * Whether the instances have local NVMe storage, which stores the image and the model data in place of an EBS volume. Undefined if it is
   * not known.
   */
  public get hasLocalStorage(): boolean | undefined {
    const gigabytes = this.facts?.localStorageGb;
    return gigabytes === undefined ? undefined : gigabytes > 0;
  }

  /**
   * Total size of the local NVMe storage, in whole GiB and rounded down. EC2 specifies the size in GB of 10^9 bytes. Undefined for a type
   * without local NVMe storage, and if it is not known.
   */
  public get localStorage(): Size | undefined {
    const gigabytes = this.facts?.localStorageGb;
    return gigabytes ? Size.gibibytes(Math.floor((gigabytes * 1e9) / 1024 ** 3)) : undefined;
  }

  /** Processor architecture, `x86_64` or `arm64`. Undefined if it is not known. Triton's SageMaker images support only x86_64. */
  public get architecture(): string | undefined {
    return this.facts?.arch ?? (isArm(this.family) ? 'arm64' : undefined);
  }

  /**
   * Whether AWS lists the type for GPU multi-model endpoints (developer guide, 2023 list: types with one GPU only). Undefined for a type
   * without a GPU, all of which support multi-model endpoints, and for a type that the library does not know.
   */
  public get supportsMultiModel(): boolean | undefined {
    return this.facts?.multiModel;
  }

  /**
   * Major version of the NVIDIA driver in the default AMI of the type (SageMaker developer guide, "inference GPU drivers"). Undefined if
   * AWS does not document it.
   */
  public get defaultDriverVersion(): number | undefined {
    return this.facts?.defaultDriver;
  }

  /** Whether this is a part of an instance (`_withGpus`). @internal */
  public get _isPart(): boolean {
    return this.part.gpuCount !== undefined;
  }

  /**
   * The part of an instance that a container sees if it reserves only some of the GPUs.
   *
   * @internal
   */
  public _withGpus(gpuCount: number): InstanceType {
    return new InstanceType(this.name, { gpuCount });
  }

  /**
   * The accelerator of a type without NVIDIA GPUs, or `no GPU`. Undefined if the name of the family does not indicate an accelerator.
   *
   * @internal
   */
  public get _nonNvidiaAccelerator(): string | undefined {
    return nonNvidiaAccelerator(this.family);
  }

  /**
   * Whether the family has neither GPUs nor accelerators, so Triton runs models on the CPU.
   *
   * @internal
   */
  public get _isCpuOnly(): boolean {
    return isCpuFamily(this.family);
  }

  /**
   * Whether the size has a valid form, such as `xlarge`.
   *
   * @internal
   */
  public get _hasValidSize(): boolean {
    return isSize(this.name.split('.')[2]);
  }

  /**
   * The known type with the most similar name; undefined if the family may be newer than the library.
   *
   * @internal
   */
  public get _nearest(): InstanceType | undefined {
    const types = allInstanceFacts();
    const isKnownFamily = types.some(({ name }) => name.startsWith(`ml.${this.family}.`));
    const name =
      isKnownFamily || !(mayHaveGpus(this.family) || this._isCpuOnly)
        ? nearestName(
            this.name,
            types.map((row) => row.name),
          )
        : undefined;
    return name === undefined ? undefined : new InstanceType(name);
  }

  /** Returns the name of the type, such as `ml.g4dn.xlarge`. */
  public toString(): string {
    return this.name;
  }
}
