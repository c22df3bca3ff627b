import { deleteResources } from './delete-resources';
import { Engine } from './engine';
import { requirementsOf, walk } from './graph';
import { remains } from './remains';
import { Stack } from './stack';
import { StackResource, Template } from './template';
import { StackUpdate } from './stack-update';

/**
 * Deploys a template, as `cdk deploy` does: creates the stack or updates it, and goes back when that fails.
 *
 * @returns the stack with its last status
 */
export async function deploy(engine: Engine, name: string, template: Template): Promise<Stack> {
  engine.checkTypes(template);
  const existing = engine.stacks.get(name);
  // The CDK's command deletes what is left of a failed creation before it creates again.
  if (existing?.status === 'ROLLBACK_COMPLETE') engine.stacks.delete(name);
  const stack = engine.stacks.get(name);
  if (!stack) return createStack(engine, name, template);
  if (!/^(CREATE|UPDATE|UPDATE_ROLLBACK)_COMPLETE$/.test(stack.status)) {
    throw new Error(`Stack ${name} is in ${stack.status} state and can not be updated`);
  }
  await new StackUpdate(engine, stack, template).run();
  return stack;
}

async function createStack(engine: Engine, name: string, template: Template): Promise<Stack> {
  const { account } = engine;
  const id = `arn:aws:cloudformation:${account.region}:${account.accountId}:stack/${name}/${Math.floor(account.random() * 1e9)}`;
  const stack = new Stack(account, name, id, template);
  engine.stacks.set(name, stack);
  stack.become('CREATE_IN_PROGRESS');
  const definitions = stack.definitions();
  const cancelling = stack.creation;
  const creation = walk(
    Object.keys(definitions),
    requirementsOf(definitions),
    async (logicalId) => {
      const definition = definitions[logicalId];
      await account.sleep(account.random() * 3000);
      try {
        stack.resources.set(logicalId, await engine.create(stack, logicalId, definition, cancelling.signal));
      } catch (error) {
        const left = remains(stack, logicalId, definition, error);
        if (left) stack.resources.set(logicalId, left);
        throw error;
      }
    },
    { random: () => account.random(), onFailure: () => cancelling.abort(), cancelled: cancelling.signal },
  );
  stack.created = creation;
  const { failed } = await creation;
  // Who deletes a stack while it is created goes on here.
  if (stack.status === 'DELETE_IN_PROGRESS') return stack;
  if (failed.size === 0) stack.become('CREATE_COMPLETE');
  else await rollBackCreation(engine, stack, failed);
  return stack;
}

async function rollBackCreation(engine: Engine, stack: Stack, failed: Map<string, Error>): Promise<void> {
  stack.become('ROLLBACK_IN_PROGRESS', [...failed].map(([id, { message }]) => `${id}: ${message}`).join('; '));
  await remove(engine, stack, 'ROLLBACK', ({ definition }) => definition.DeletionPolicy === 'Retain');
}

/** Deletes a stack and, unless they are to be kept, its resources. */
export async function destroy(engine: Engine, name: string): Promise<Stack> {
  const stack = engine.stacks.get(name);
  if (!stack) throw new Error(`There is no stack ${name}`);
  stack.become('DELETE_IN_PROGRESS');
  stack.creation.abort();
  await stack.created;
  await remove(engine, stack, 'DELETE', ({ definition }) => (definition.DeletionPolicy ?? '').startsWith('Retain'));
  if (stack.status === 'DELETE_COMPLETE') engine.stacks.delete(name);
  return stack;
}

async function remove(
  engine: Engine,
  stack: Stack,
  word: 'ROLLBACK' | 'DELETE',
  isKept: (resource: StackResource) => boolean,
): Promise<void> {
  const resources = [...stack.resources.values(), ...stack.leftover];
  engine.kept.push(...resources.filter(isKept).map(({ physicalId }) => physicalId));
  const { resources: left, failed } = await deleteResources(
    engine,
    stack,
    resources.filter((each) => !isKept(each)),
    word === 'DELETE' ? 'forward' : 'rollback',
  );
  stack.leftover = [];
  stack.resources = new Map([...stack.resources].filter(([, resource]) => left.includes(resource)));
  const reason = [...failed].map(([id, { message }]) => `${id}: ${message}`).join('; ');
  stack.become(failed.size === 0 ? `${word}_COMPLETE` : `${word}_FAILED`, reason);
}
