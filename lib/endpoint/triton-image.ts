import { CfnMapping, Stack, Token } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import {
  DEFAULT_TRITON_RELEASE,
  findTritonRelease,
  registryAccounts,
  TritonRelease,
  tritonReleases,
} from '../platform/triton-releases';

const REPOSITORY = 'sagemaker-tritonserver';

/** Where an image lies, once the region is known. */
export interface BoundImage {
  readonly uri: string;
  /** Undefined for an image that everybody may pull. */
  readonly repositoryArn?: string;
}

/** What has to be said of an image that AWS does not publish. */
export interface ImageProps {
  /** The Triton release inside, a YY.MM tag such as `24.09`. */
  readonly release: string;
}

/** The Triton image that AWS publishes for SageMaker, by release. */
export class TritonImage {
  /**
   * The image of a Triton release.
   *
   * @param release a YY.MM tag such as `24.09`
   * @throws when AWS publishes no SageMaker image of that release; the error names the nearest ones
   */
  public static forRelease(release: string): TritonImage {
    const found = findTritonRelease(release);
    if (!found) {
      throw new Error(
        `TritonImage.forRelease: got '${release}'; allowed: ${nearest(release).join(', ')} are the nearest of ${tritonReleases().length} known releases (image.release)`,
      );
    }
    return new TritonImage(found);
  }

  /** The newest release in the table. Its CUDA 13 needs GPUs of compute capability 7.5 or more. */
  public static latest(): TritonImage {
    return new TritonImage(tritonReleases()[tritonReleases().length - 1]);
  }

  /** The release used when none is chosen, 24.09. */
  public static default(): TritonImage {
    return TritonImage.forRelease(DEFAULT_TRITON_RELEASE);
  }

  /**
   * An image that is found, or made, in the scope of the endpoint that runs it.
   *
   * @internal
   */
  public static _bound({ release }: ImageProps, bind: (scope: Construct) => BoundImage): TritonImage {
    return new TritonImage(TritonImage.forRelease(release).row, bind);
  }

  /** The YY.MM release. */
  public readonly release: string;

  /** CUDA version inside the image. */
  public readonly cudaVersion: string;

  /** Lowest CUDA compute capability on which the image runs. */
  public readonly minimumComputeCapability: string;

  private constructor(
    private readonly row: TritonRelease,
    private readonly bound?: (scope: Construct) => BoundImage,
  ) {
    this.release = row.release;
    this.cudaVersion = row.cuda;
    this.minimumComputeCapability = row.minComputeCapability;
  }

  /**
   * Regions in which the image is published; undefined for one that AWS does not publish.
   *
   * @internal
   */
  public get _regions(): string[] | undefined {
    if (this.bound) return undefined;
    return Object.keys(registryAccounts(this.row));
  }

  /** @internal */
  public _bind(scope: Construct): BoundImage {
    if (this.bound) return this.bound(scope);
    const stack = Stack.of(scope);
    const accounts = registryAccounts(this.row);
    const account = Token.isUnresolved(stack.region) ? this.accountByMapping(stack, accounts) : accounts[stack.region];
    return {
      uri: `${account}.dkr.ecr.${stack.region}.${stack.urlSuffix}/${REPOSITORY}:${this.release}-py3`,
      repositoryArn: stack.formatArn({ service: 'ecr', account, resource: 'repository', resourceName: REPOSITORY }),
    };
  }

  /** In a stack without a region, CloudFormation looks the account up when it deploys. */
  private accountByMapping(stack: Stack, accounts: Record<string, string>): string {
    const id = `TritonRegistry${this.release.replace('.', '')}`;
    const existing = stack.node.tryFindChild(id) as CfnMapping | undefined;
    const mapping = Object.fromEntries(Object.entries(accounts).map(([region, account]) => [region, { account }]));
    return (existing ?? new CfnMapping(stack, id, { mapping, lazy: true })).findInMap(stack.region, 'account');
  }
}

function nearest(release: string): string[] {
  const known = tritonReleases().map((row) => row.release);
  const later = known.findIndex((other) => other > release);
  const at = later === -1 ? known.length : later;
  return known.slice(Math.max(0, at - 2), at + 2);
}
