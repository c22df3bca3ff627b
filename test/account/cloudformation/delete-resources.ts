import { CloudFormation, Phase } from './cloudformation';
import { referencesOf } from '../../endpoint/template-graph';
import { reverseDependencies, runInDependencyOrder } from './graph';
import { Stack } from './stack';
import { StackResource } from './template';

/** Number of attempts of a clean-up to delete a resource. */
const ATTEMPTS = 3;
const PAUSE_MILLISECONDS = 30_000;

/** The result of `deleteResources`. */
export interface DeletionResult {
  readonly remaining: StackResource[];
  /** Errors of attempted deletions, by logical ID. The deletion of a resource to which a remaining resource refers is not attempted. */
  readonly failed: ReadonlyMap<string, Error>;
}

/**
 * Deletes each resource before the resources to which it refers. If a resource cannot be deleted, the resources to which it refers also
 * remain.
 */
export async function deleteResources(
  cloudformation: CloudFormation,
  stack: Stack,
  resources: StackResource[],
  phase: Phase,
): Promise<DeletionResult> {
  const definitions = Object.fromEntries(resources.map(({ logicalId, definition }) => [logicalId, definition]));
  const byId = new Map<string, StackResource[]>();
  for (const resource of resources) byId.set(resource.logicalId, [...(byId.get(resource.logicalId) ?? []), resource]);
  const { failed, done } = await runInDependencyOrder(
    byId.keys(),
    reverseDependencies(referencesOf(definitions)),
    async (id) => {
      for (const resource of byId.get(id) ?? []) {
        await cloudformation.account.sleep(cloudformation.account.random() * 3000);
        await cloudformation.delete(stack, resource, phase);
      }
    },
    { random: () => cloudformation.account.random(), continueAfterFailure: true },
  );
  return { remaining: resources.filter(({ logicalId }) => !done.includes(logicalId)), failed };
}

/**
 * Deletes resources after an update or its rollback. Retries failed deletions, and finally abandons the resources without failing the
 * stack.
 */
export async function cleanUp(cloudformation: CloudFormation, stack: Stack, resources: StackResource[]): Promise<void> {
  let remaining = resources;
  for (let attempt = 1; remaining.length > 0; attempt++) {
    const result = await deleteResources(cloudformation, stack, remaining, 'clean-up');
    remaining = result.remaining;
    if (attempt === ATTEMPTS) {
      for (const resource of remaining) {
        cloudformation.abandoned.push({
          stack: stack.name,
          resource,
          reason: result.failed.get(resource.logicalId)?.message ?? 'remaining resources refer to it',
        });
      }
      return;
    }
    if (remaining.length > 0) await cloudformation.account.sleep(PAUSE_MILLISECONDS);
  }
}
