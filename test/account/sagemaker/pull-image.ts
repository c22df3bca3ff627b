import type { World } from '../world';

/** Pulls images from ECR with a role. */
export async function pullImages(world: World, role: string, images: readonly string[]): Promise<void> {
  const principal = { role, service: 'sagemaker.amazonaws.com' };
  for (const image of images) {
    const [, registryId, repositoryName] = /^(\d{12})\.dkr\.ecr\.[^/]+\/([^:@]+)/.exec(image) ?? [];
    if (!registryId) continue;
    await world.call({ principal, service: 'ecr', operation: 'GetAuthorizationToken', input: {} });
    for (const operation of ['BatchCheckLayerAvailability', 'BatchGetImage', 'GetDownloadUrlForLayer'])
      await world.call({ principal, service: 'ecr', operation, input: { registryId, repositoryName } });
  }
}
