import { IRepository } from 'aws-cdk-lib/aws-ecr';
import { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { minimumComputeCapabilityOf } from '../../platform/cuda';
import {
  cudaBefore,
  DEFAULT_TRITON_RELEASE,
  findTritonRelease,
  PublishedRelease,
  TritonRelease,
  tritonReleases,
  unlistedRelease,
} from '../../platform/triton-releases';

import { ImageSource, TritonImageConfig } from './image-source';
import { builtImage, namedImage, repositoryImage } from './own-image';
import { privateImage } from './private-registry';
import { publishedImage, TagEnd } from './published-image';
import { rulePage } from '../../findings/rule-page';

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

/** What has to be known of an image in a private registry. */
export interface PrivateRegistryImageOptions extends TritonImageOptions {
  /**
   * Lambda function that returns the credentials, `{ "Credentials": { "Username": "…", "Password": "…" } }`. SageMaker calls it with the
   * endpoint's role when it creates the model, through the VPC, which needs a way to Lambda: a NAT gateway or an interface endpoint.
   *
   * @default - the registry requires no authentication
   */
  readonly credentialsFunction?: IFunction;
}

/**
 * The container image that serves: Triton as AWS publishes it for SageMaker, by release, or an image of your own. Derive from it for an
 * image that is found or made in another way.
 *
 * A release is one value for all instance types: variants on instances without GPU run the image that AWS publishes for those, with the
 * tag `<release>-py3-cpu`. An image of your own is run as it is.
 *
 * @see https://docs.aws.amazon.com/sagemaker/latest/dg/deploy-models-frameworks-triton.html
 * @example
 * new TritonRealtimeEndpoint(stack, 'Endpoint', { model, image: TritonImage.forRelease('25.09') });
 */
export abstract class TritonImage {
  /**
   * The image that AWS publishes of a Triton release.
   *
   * A release that this library does not know warns (`image.unlisted`): its CUDA is not known, so that the instances get a driver
   * for the CUDA of the release before it, and the deployment fails if AWS does not publish it.
   *
   * @param release a YY.MM tag such as `24.09`
   * @throws when the release is not of the form YY.MM
   */
  public static forRelease(release: string): TritonImage {
    const found = findTritonRelease(release);
    if (found) return TritonImage.published(found);
    return new PublishedImage({ release }, unlistedRelease(release), '', cudaBefore(release));
  }

  /** The newest release in the table. Its CUDA 13 needs GPUs of compute capability 7.5 or more. */
  public static latest(): TritonImage {
    return TritonImage.published(tritonReleases()[tritonReleases().length - 1]);
  }

  /**
   * The release used when none is chosen: 26.05, the newest of those that AWS publishes with the fewest known critical
   * vulnerabilities.
   *
   * Another default starts a new fleet at the next deployment. So it stays the same in all patches of a minor version of this
   * library, and the changelog says when a minor version changes it. `forRelease` keeps a release over updates of the library.
   */
  public static defaultRelease(): TritonImage {
    return TritonImage.forRelease(DEFAULT_TRITON_RELEASE);
  }

  /**
   * An image in a repository of Amazon ECR, in the region of the endpoint. A repository of another account has to allow the pull.
   *
   * @param repository the repository
   * @param tagOrDigest the image in it; only a changed tag or digest is deployed, so prefer one that never moves
   * @param props what is inside
   * @throws when the release is not of the form YY.MM
   */
  public static fromEcrRepository(
    repository: IRepository,
    tagOrDigest: string,
    props: TritonImageOptions,
  ): TritonImage {
    return new SourcedImage(props, repositoryImage(repository, tagOrDigest));
  }

  /**
   * An image that `cdk deploy` builds for x86_64 from a folder with a Dockerfile. It has to keep the start script of the image that
   * AWS publishes, so begin with `FROM` that image. For build arguments, make a `DockerImageAsset` and use `fromEcrRepository`.
   *
   * @param directory the folder with the Dockerfile
   * @param props what is inside
   * @throws when the release is not of the form YY.MM
   */
  public static fromAsset(directory: string, props: TritonImageOptions): TritonImage {
    return new SourcedImage(props, builtImage(directory));
  }

  /**
   * An image in Amazon ECR by its full name. The execution role may pull it. For another registry use `fromPrivateRegistry`.
   *
   * @param uri such as `111122223333.dkr.ecr.eu-west-1.amazonaws.com/triton:24.09-fixed`
   * @param props what is inside
   * @throws when the release is not of the form YY.MM
   */
  public static of(uri: string, props: TritonImageOptions): TritonImage {
    return new SourcedImage(props, namedImage(uri));
  }

  /**
   * An image in a private Docker registry (HTTP API V2), or in a public one such as Docker Hub, that SageMaker reaches through the endpoint's
   * `vpc`. The registry has a TLS certificate from a public authority, and admits the endpoint's security groups.
   *
   * Source: SageMaker developer guide, "Use a Private Docker Registry for Real-Time Inference Containers" (read 2026-11-22).
   *
   * @param uri `registry/repository:tag` or `registry/repository@digest`, up to 255 characters
   * @param props what is inside, and how to authenticate
   * @throws when the release is not of the form YY.MM
   */
  public static fromPrivateRegistry(uri: string, props: PrivateRegistryImageOptions): TritonImage {
    return new SourcedImage(props, privateImage(uri, props.credentialsFunction));
  }

  private static published(row: TritonRelease): TritonImage {
    return new PublishedImage({ release: row.release, cudaVersion: row.cuda }, row, '', row.cuda);
  }

  /** The Triton release, YY.MM. */
  public readonly release: string;

  /** CUDA version inside the image; undefined when it is not known. */
  public readonly cudaVersion?: string;

  /** Lowest CUDA compute capability on which the image runs; undefined when its CUDA is not known. */
  public readonly minimumComputeCapability?: string;

  /**
   * @param options what is inside the image
   * @throws when the release is not of the form YY.MM, or the CUDA version is none
   */
  constructor({ release, cudaVersion }: TritonImageOptions) {
    if (!/^\d\d\.(0[1-9]|1[0-2])$/.test(release)) {
      throw new Error(
        `TritonImage: got release '${release}'; allowed: YY.MM such as 24.09 ${rulePage('image.release')}`,
      );
    }
    if (cudaVersion !== undefined && !/^\d+\.\d+(\.\d+)*$/.test(cudaVersion)) {
      throw new Error(`TritonImage: got cudaVersion '${cudaVersion}'; allowed: such as 12.6 ${rulePage('image.cuda')}`);
    }
    this.release = release;
    this.cudaVersion = cudaVersion ?? findTritonRelease(release)?.cuda;
    this.minimumComputeCapability = this.cudaVersion && minimumComputeCapabilityOf(this.cudaVersion);
  }

  /**
   * Finds or makes the image. Called once for each variant; the name that it returns is checked.
   *
   * @param scope the variant that runs the image; constructs that are made here need ids of their own
   */
  public abstract bind(scope: Construct): TritonImageConfig;

  /**
   * Whether it is an image that AWS publishes.
   *
   * @internal
   */
  public get _published(): boolean {
    return false;
  }

  /**
   * The oldest CUDA that the image can have, which its driver has to run; undefined when that is not known either.
   *
   * @internal
   */
  public get _cudaAtLeast(): string | undefined {
    return this.cudaVersion;
  }

  /**
   * Regions in which the image is published; undefined when that is not limited.
   *
   * @internal
   */
  public get _regions(): string[] | undefined {
    return undefined;
  }

  /**
   * Whether the image is in a registry that is reached through the endpoint's VPC.
   *
   * @internal
   */
  public get _privateRegistry(): boolean {
    return false;
  }

  /**
   * The same release for instances without GPU: an image that AWS publishes has another tag there.
   *
   * @internal
   */
  public _forCpu(): TritonImage {
    return this;
  }

  /**
   * The image's name where it is known before the image is bound.
   *
   * @internal
   */
  public get _uri(): string | undefined {
    return undefined;
  }
}

class SourcedImage extends TritonImage {
  constructor(
    options: TritonImageOptions,
    private readonly source: ImageSource,
  ) {
    super(options);
  }

  public bind(scope: Construct): TritonImageConfig {
    return this.source.bind(scope);
  }

  public get _regions(): string[] | undefined {
    return this.source.regions;
  }

  public get _uri(): string | undefined {
    return this.source.uri;
  }

  public get _privateRegistry(): boolean {
    return this.source.privateRegistry ?? false;
  }
}

class PublishedImage extends SourcedImage {
  constructor(
    private readonly options: TritonImageOptions,
    private readonly row: PublishedRelease,
    tagEnd: TagEnd,
    private readonly cudaAtLeast?: string,
  ) {
    super(options, publishedImage(row, tagEnd));
  }

  public get _published(): boolean {
    return true;
  }

  public get _cudaAtLeast(): string | undefined {
    return this.cudaAtLeast;
  }

  public _forCpu(): TritonImage {
    return new PublishedImage(this.options, this.row, '-cpu', this.cudaAtLeast);
  }
}
