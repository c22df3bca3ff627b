import { Engine, Phase } from './engine';
import { requirementsOf, reversed, walk } from './graph';
import { Stack } from './stack';
import { StackResource } from './template';

/** How often a clean-up tries to delete a resource. */
const ATTEMPTS = 3;
const PAUSE_MILLISECONDS = 30_000;

/** What a deletion of resources has left. */
export interface Left {
  readonly resources: StackResource[];
  /** Why some of them could not be deleted, by logical id. Of those that others still refer to, nothing was tried. */
  readonly failed: ReadonlyMap<string, Error>;
}

/** Deletes resources, those first that refer to others. What cannot be deleted keeps what it refers to. */
export async function deleteResources(
  engine: Engine,
  stack: Stack,
  resources: StackResource[],
  phase: Phase,
): Promise<Left> {
  const definitions = Object.fromEntries(resources.map(({ logicalId, definition }) => [logicalId, definition]));
  const byId = new Map<string, StackResource[]>();
  for (const resource of resources) byId.set(resource.logicalId, [...(byId.get(resource.logicalId) ?? []), resource]);
  const { failed, done } = await walk(
    byId.keys(),
    reversed(requirementsOf(definitions)),
    async (id) => {
      for (const resource of byId.get(id) ?? []) {
        await engine.account.sleep(engine.account.random() * 3000);
        await engine.delete(stack, resource, phase);
      }
    },
    { random: () => engine.account.random(), onward: true },
  );
  return { resources: resources.filter(({ logicalId }) => !done.includes(logicalId)), failed };
}

/** The deletions after an update or its rollback: tried again, then given up without failing the stack. */
export async function cleanUp(engine: Engine, stack: Stack, resources: StackResource[]): Promise<void> {
  let left = resources;
  for (let attempt = 1; left.length > 0; attempt++) {
    const { resources: stay, failed } = await deleteResources(engine, stack, left, 'clean-up');
    left = stay;
    if (attempt === ATTEMPTS) {
      for (const resource of left) {
        engine.orphans.push({
          stack: stack.name,
          resource,
          reason: failed.get(resource.logicalId)?.message ?? 'others refer to it',
        });
      }
      return;
    }
    if (left.length > 0) await engine.account.sleep(PAUSE_MILLISECONDS);
  }
}
