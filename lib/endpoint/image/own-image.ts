import { createHash } from 'crypto';
import * as path from 'path';
import { Stack } from 'aws-cdk-lib';
import { IRepository } from 'aws-cdk-lib/aws-ecr';
import { DockerImageAsset, Platform } from 'aws-cdk-lib/aws-ecr-assets';
import { Construct } from 'constructs';
import { ImageSource } from './image-source';

/** `<account>.dkr.ecr.<region>.<suffix>/<repository>`, with a tag or digest. */
const ECR_URI = /^(\d{12})\.dkr\.ecr\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?\/([^:@\s]+)/;

/** An image in an Amazon ECR repository. */
export function repositoryImage(repository: IRepository, tagOrDigest: string): ImageSource {
  return {
    bind: () => ({
      uri: repository.repositoryUriForTagOrDigest(tagOrDigest),
      repositoryArn: repository.repositoryArn,
    }),
  };
}

/** An image that the CDK builds from a Dockerfile and publishes to its assets' repository. */
export function builtImage(directory: string): ImageSource {
  const id = `TritonImage${createHash('sha256').update(path.resolve(directory)).digest('hex').slice(0, 8)}`;
  return {
    bind(scope: Construct) {
      const existing = scope.node.tryFindChild(id) as DockerImageAsset | undefined;
      // SageMaker's GPU instances are x86_64, whatever the machine that builds.
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

/** What the name of an image in Amazon ECR says; undefined for another registry and for a token. */
export function ecrNameOf(uri: string): { account: string; region: string; repository: string } | undefined {
  const [, account, region, repository] = ECR_URI.exec(uri) ?? [];
  return account === undefined ? undefined : { account, region, repository };
}
