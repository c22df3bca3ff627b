import { IRepository } from 'aws-cdk-lib/aws-ecr';
import { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { minimumComputeCapabilityOf } from '../../facts/cuda';
import {
  cudaBefore,
  DEFAULT_TRITON_RELEASE,
  findTritonRelease,
  isReleaseName,
  PublishedRelease,
  TritonRelease,
  tritonReleases,
  inferRegistry,
} from '../../facts/triton-releases';
import { withoutTokens } from '../../findings/unresolved-values';
import { inLanguageOfApp } from '../../findings/in-language-of-app';
import { rulePage } from '../../findings/rule-page';
import {
  builtImage,
  ImageSource,
  namedImage,
  privateImage,
  publishedImage,
  repositoryImage,
  TritonImageConfig,
} from './image-source';
import { isLookupDummy } from '../../findings/is-unresolved';

/** Options of an image that AWS does not publish. */
export interface TritonImageOptions {
  /** Triton release in the image, in the form `YY.MM`, such as `24.09`. It selects the rules for models and server options. */
  readonly release: string;

  /**
   * CUDA version in the image, such as `12.6`. If the GPU driver of the instances does not support this version, the endpoint hangs without
   * a log.
   *
   * @default - the CUDA version in NVIDIA's image of the release. For a release that the library does not know, synthesis reports a warning
   */
  readonly cudaVersion?: string;
}

/** The properties of an image that AWS publishes. */
interface Publication {
  /** CUDA of the release, or of the preceding release if the CUDA of the release is not known. */
  readonly cudaAtLeast?: string;
  /** The image of the same release for instances without GPUs, which has a different tag. */
  readonly forCpu: () => TritonImage;
}

/**
 * The container image that serves the models. Use an image that AWS publishes for a Triton release, or your own image.
 *
 * With the image of a release, a variant on instances without GPUs runs the image that AWS publishes for such instances, with the tag
 * `<release>-py3-cpu`. Your own image is the same on all instance types.
 *
 * @see https://docs.aws.amazon.com/sagemaker/latest/dg/deploy-models-frameworks-triton.html
 * @example
 * new TritonRealtimeEndpoint(stack, 'Endpoint', { model, image: TritonImage.forRelease('25.09') });
 */
export class TritonImage {
  /**
   * The image that AWS publishes for a Triton release.
   *
   * A release that this library does not know is reported as a warning (`image.unlisted`). The CUDA version of such a release is not known,
   * so the instances use a driver for the CUDA version of the preceding release. If AWS does not publish an image for the release, the
   * deployment fails.
   *
   * @param release a tag of the form YY.MM, such as `24.09`
   * @throws an error if the release does not have the form YY.MM
   */
  public static forRelease(release: string): TritonImage {
    if (isLookupDummy(release)) return TritonImage.defaultRelease();
    const publishedRelease = findTritonRelease(release);
    if (publishedRelease) return TritonImage.forTableRow(publishedRelease);
    return TritonImage.published({ release }, inferRegistry(release), cudaBefore(release));
  }

  /** The newest release that the library knows. It contains CUDA 13, which requires GPUs with compute capability 7.5 or higher. */
  public static latest(): TritonImage {
    return TritonImage.forTableRow(tritonReleases()[tritonReleases().length - 1]);
  }

  /**
   * The default release: 26.05. Among the releases that AWS publishes with the fewest known critical vulnerabilities, it is the newest.
   *
   * A different default would replace all instances at the next deployment. The default therefore does not change in a patch version of
   * this library, and the change log lists the minor versions that change it. To keep a release when you update the library, use
   * `forRelease`.
   */
  public static defaultRelease(): TritonImage {
    return TritonImage.forRelease(DEFAULT_TRITON_RELEASE);
  }

  /**
   * An image in an Amazon ECR repository in the Region of the endpoint. A repository of a different account must allow the pull.
   *
   * @param repository the repository
   * @param tagOrDigest tag or digest of the image. Only a changed tag or digest is deployed, so use an immutable tag
   * @param options Triton release and CUDA version of the image
   * @throws an error if the release does not have the form YY.MM
   */
  public static fromEcrRepository(
    repository: IRepository,
    tagOrDigest: string,
    options: TritonImageOptions,
  ): TritonImage {
    return new TritonImage(options, repositoryImage(repository, tagOrDigest));
  }

  /**
   * An image that `cdk deploy` builds for x86_64 from a directory with a Dockerfile. The image must keep the start script of the image that
   * AWS publishes, so begin the Dockerfile with `FROM` that image. For build arguments, create a `DockerImageAsset` with
   * `platform: Platform.LINUX_AMD64`, and use `fromEcrRepository`.
   *
   * @param directory the directory with the Dockerfile
   * @param options Triton release and CUDA version of the image
   * @throws an error if the release does not have the form YY.MM
   */
  public static fromAsset(directory: string, options: TritonImageOptions): TritonImage {
    return new TritonImage(options, builtImage(directory));
  }

  /**
   * An image in Amazon ECR, by its full name. The execution role is allowed to pull the image. For a different registry, use
   * `fromPrivateRegistry`.
   *
   * @param uri full name of the image, such as `111122223333.dkr.ecr.eu-west-1.amazonaws.com/triton:24.09-fixed`
   * @param options Triton release and CUDA version of the image
   * @throws an error if the release does not have the form YY.MM
   */
  public static of(uri: string, options: TritonImageOptions): TritonImage {
    return new TritonImage(options, namedImage(uri));
  }

  /**
   * An image in a private Docker registry (HTTP API V2), or in a public registry such as Docker Hub, that SageMaker accesses through the
   * `vpc` of the endpoint. The registry must have a TLS certificate from a public certificate authority, and must allow connections from
   * the security groups of the endpoint.
   *
   * Source: SageMaker developer guide, "Use a Private Docker Registry for Real-Time Inference Containers" (read 2026-11-22).
   *
   * @param uri `registry/repository:tag` or `registry/repository@digest`, up to 255 characters
   * @param options Triton release and CUDA version of the image
   * @param credentialsFunction Lambda function that returns the credentials, `{ "Credentials": { "Username": "…", "Password": "…" } }`.
   * SageMaker invokes the function with the role of the endpoint when it creates the model. The invocation goes through the VPC, which
   * therefore requires a route to Lambda: a NAT gateway or an interface endpoint. Without the function, the registry requires no authentication
   * @throws an error if the release does not have the form YY.MM
   */
  public static fromPrivateRegistry(
    uri: string,
    options: TritonImageOptions,
    credentialsFunction?: IFunction,
  ): TritonImage {
    return new TritonImage(options, privateImage(uri, credentialsFunction));
  }

  /** An image that other code binds. @internal */
  public static _fromSource(options: TritonImageOptions, source: ImageSource): TritonImage {
    return new TritonImage(options, source);
  }

  private static forTableRow(row: TritonRelease): TritonImage {
    return TritonImage.published({ release: row.release, cudaVersion: row.cuda }, row, row.cuda);
  }

  private static published(options: TritonImageOptions, row: PublishedRelease, cudaAtLeast?: string): TritonImage {
    const forCpu = (): TritonImage => new TritonImage(options, publishedImage(row, '-cpu'), { cudaAtLeast, forCpu });
    return new TritonImage(options, publishedImage(row), { cudaAtLeast, forCpu });
  }

  /** Triton release, in the form YY.MM. */
  public readonly release: string;

  /** CUDA version in the image. Undefined if it is not known. */
  public readonly cudaVersion?: string;

  /** Lowest CUDA compute capability of a GPU that can run the image. Undefined if the CUDA version is not known. */
  public readonly minimumComputeCapability?: string;

  /** @param publication properties of an image that AWS publishes */
  private constructor(
    { release, cudaVersion }: TritonImageOptions,
    private readonly source: ImageSource,
    private readonly publication?: Publication,
  ) {
    if (!isReleaseName(release)) {
      throw new Error(
        `TritonImage: got release '${withoutTokens(release)}'; allowed: YY.MM such as 24.09 ${rulePage('image.release')}`,
      );
    }
    if (cudaVersion !== undefined && !/^\d+\.\d+(\.\d+)*$/.test(cudaVersion)) {
      throw new Error(
        `TritonImage: got ${inLanguageOfApp('cudaVersion')} '${withoutTokens(cudaVersion)}'; allowed: such as 12.6 ${rulePage('image.cuda')}`,
      );
    }
    this.release = release;
    this.cudaVersion = cudaVersion ?? findTritonRelease(release)?.cuda;
    this.minimumComputeCapability = this.cudaVersion && minimumComputeCapabilityOf(this.cudaVersion);
  }

  /**
   * Returns the image for a variant, and creates the constructs that the image requires.
   *
   * @param scope the variant that runs the image
   * @internal
   */
  public _bind(scope: Construct): TritonImageConfig {
    return this.source.bind(scope);
  }

  /** Whether AWS publishes the image. @internal */
  public get _published(): boolean {
    return this.publication !== undefined;
  }

  /** The oldest CUDA version that the image can have. The driver must support it. Undefined if not known. @internal */
  public get _cudaAtLeast(): string | undefined {
    return this.publication ? this.publication.cudaAtLeast : this.cudaVersion;
  }

  /** Regions in which the image is published. Undefined if all Regions have it. @internal */
  public get _regions(): string[] | undefined {
    return this.source.regions;
  }

  /** The repository that the user passes as a construct. @internal */
  public get _repository(): IRepository | undefined {
    return this.source.repository;
  }

  /** Whether the image is in a registry that SageMaker accesses through the endpoint's VPC. @internal */
  public get _privateRegistry(): boolean {
    return this.source.privateRegistry ?? false;
  }

  /** The image of the same release for instances without GPUs. Your own image is the same on all instances. @internal */
  public _forCpu(): TritonImage {
    return this.publication?.forCpu() ?? this;
  }

  /** Name of the image, if it is known before the image is bound. @internal */
  public get _uri(): string | undefined {
    return this.source.uri;
  }
}
