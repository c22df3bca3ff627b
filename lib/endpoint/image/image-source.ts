import { createHash } from 'crypto';
import * as path from 'path';
import { CfnMapping, Stack } from 'aws-cdk-lib';
import { IRepository } from 'aws-cdk-lib/aws-ecr';
import { DockerImageAsset, Platform } from 'aws-cdk-lib/aws-ecr-assets';
import { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { PublishedRelease, registryAccounts } from '../../facts/triton-releases';
import { isUnresolved } from '../../findings/is-unresolved';

/** The configuration of an image for the Region of a stack. */
export interface TritonImageConfig {
  /** Full name of the image, including the tag or digest. */
  readonly uri: string;
  /** ARN of the Amazon ECR repository from which the execution role is allowed to pull. Undefined for a different registry. */
  readonly repositoryArn?: string;
  /** Whether the image is in a Docker registry that SageMaker accesses through the VPC of the endpoint. */
  readonly privateRegistry?: boolean;
  /** Lambda function that returns the credentials for the private registry. */
  readonly credentialsFunction?: IFunction;
}

/** Where an image comes from: a published release, a repository, a Dockerfile or a name. */
export interface ImageSource {
  bind(scope: Construct): TritonImageConfig;
  /** Regions in which the image is published. Undefined if all Regions have it. */
  readonly regions?: string[];
  /** Whether the image is in a registry that SageMaker accesses through the endpoint's VPC. */
  readonly privateRegistry?: boolean;
  /** The repository of an image in Amazon ECR that the user passes as a construct. */
  readonly repository?: IRepository;
  /** Name of the image, if it is known before the image is bound. */
  readonly uri?: string;
}

const PUBLISHED_REPOSITORY = 'sagemaker-tritonserver';

/** `<account>.dkr.ecr.<region>.<suffix>/<repository>`, with a tag or digest. */
const ECR_URI = /^(\d{12})\.dkr\.ecr\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?\/([^:@\s]+)/;

/**
 * The image that AWS publishes. The account of the registry depends on the Region and on the release.
 *
 * @param tagSuffix AWS publishes a second image for instances without GPUs, with the suffix `-cpu`
 */
export function publishedImage(row: PublishedRelease, tagSuffix: '' | '-cpu' = ''): ImageSource {
  const accounts = registryAccounts(row);
  return {
    regions: Object.keys(accounts),
    bind(scope: Construct): TritonImageConfig {
      const stack = Stack.of(scope);
      const account = isUnresolved(stack.region)
        ? accountByMapping(stack, row.release, accounts)
        : accounts[stack.region];
      return {
        uri: `${account}.dkr.ecr.${stack.region}.${stack.urlSuffix}/${PUBLISHED_REPOSITORY}:${row.release}-py3${tagSuffix}`,
        repositoryArn: stack.formatArn({
          service: 'ecr',
          account,
          resource: 'repository',
          resourceName: PUBLISHED_REPOSITORY,
        }),
      };
    },
  };
}

/** The account of the registry for a stack without a Region: CloudFormation looks up the account during the deployment. */
function accountByMapping(stack: Stack, release: string, accounts: Record<string, string>): string {
  const id = `TritonRegistry${release.replace('.', '')}`;
  const existing = stack.node.tryFindChild(id) as CfnMapping | undefined;
  const mapping = Object.fromEntries(Object.entries(accounts).map(([region, account]) => [region, { account }]));
  return (existing ?? new CfnMapping(stack, id, { mapping, lazy: true })).findInMap(stack.region, 'account');
}

/** An image in an Amazon ECR repository. */
export function repositoryImage(repository: IRepository, tagOrDigest: string): ImageSource {
  return {
    repository,
    bind: () => ({
      uri: repository.repositoryUriForTagOrDigest(tagOrDigest),
      repositoryArn: repository.repositoryArn,
    }),
  };
}

/** An image that the CDK builds from a Dockerfile and publishes to its asset repository. */
export function builtImage(directory: string): ImageSource {
  const id = `TritonImage${createHash('sha256').update(path.resolve(directory)).digest('hex').slice(0, 8)}`;
  return {
    bind(scope: Construct) {
      const existing = scope.node.tryFindChild(id) as DockerImageAsset | undefined;
      // SageMaker's GPU instances are x86_64, regardless of the host that builds the image.
      const asset = existing ?? new DockerImageAsset(scope, id, { directory, platform: Platform.LINUX_AMD64 });
      return { uri: asset.imageUri, repositoryArn: asset.repository.repositoryArn };
    },
  };
}

/** An image by its full name. */
export function namedImage(uri: string): ImageSource {
  return {
    uri,
    bind(scope: Construct) {
      const { account, region, repository } = ecrNameOf(uri) ?? {};
      const repositoryArn =
        repository &&
        Stack.of(scope).formatArn({
          service: 'ecr',
          account,
          region,
          resource: 'repository',
          resourceName: repository,
        });
      return { uri, repositoryArn };
    },
  };
}

/** Account, Region and repository of an image in Amazon ECR. Undefined for a different registry and for a token. */
export function ecrNameOf(uri: string): { account: string; region: string; repository: string } | undefined {
  const [, account, region, repository] = ECR_URI.exec(uri) ?? [];
  return account === undefined ? undefined : { account, region, repository };
}

/** An image in a Docker registry that SageMaker accesses through the endpoint's VPC. */
export function privateImage(uri: string, credentialsFunction?: IFunction): ImageSource {
  return { uri, privateRegistry: true, bind: () => ({ uri, privateRegistry: true, credentialsFunction }) };
}
