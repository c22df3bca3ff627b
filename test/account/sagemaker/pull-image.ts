import { sageMakerWithRole } from '../call';
import type { Account } from '../account';

/** Pulls images from ECR with a role. */
export async function pullImages(account: Account, role: string, images: readonly string[]): Promise<void> {
  const principal = sageMakerWithRole(role);
  for (const image of images) {
    const [, registryId, repositoryName] = /^(\d{12})\.dkr\.ecr\.[^/]+\/([^:@]+)/.exec(image) ?? [];
    if (!registryId) continue;
    await account.call({ principal, service: 'ecr', operation: 'GetAuthorizationToken', input: {} });
    for (const operation of ['BatchCheckLayerAvailability', 'BatchGetImage', 'GetDownloadUrlForLayer'])
      await account.call({ principal, service: 'ecr', operation, input: { registryId, repositoryName } });
  }
}
