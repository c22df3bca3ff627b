import { deleteResources } from './delete-resources';
import { CloudFormation } from './cloudformation';
import { referencesOf } from '../../endpoint/template-graph';
import { runInDependencyOrder } from './graph';
import { Stack } from './stack';
import { StackResource, Template } from './template';
import { StackUpdate } from './update-stack';

/**
 * Deploys a template like `cdk deploy`: creates or updates the stack, and rolls back if this fails.
 *
 * @returns the stack with its last status
 */
export async function deploy(cloudformation: CloudFormation, name: string, template: Template): Promise<Stack> {
  cloudformation.checkTypes(template);
  const existing = cloudformation.stacks.get(name);
  // If the creation of the stack has failed, `cdk deploy` deletes the stack and creates it again.
  if (existing?.status === 'ROLLBACK_COMPLETE') cloudformation.stacks.delete(name);
  const stack = cloudformation.stacks.get(name);
  if (!stack) return createStack(cloudformation, name, template);
  if (!/^(CREATE|UPDATE|UPDATE_ROLLBACK)_COMPLETE$/.test(stack.status)) {
    throw new Error(`Stack ${name} is in ${stack.status} state and can not be updated`);
  }
  await new StackUpdate(cloudformation, stack, template).run();
  return stack;
}

async function createStack(cloudformation: CloudFormation, name: string, template: Template): Promise<Stack> {
  const { account } = cloudformation;
  const stack = cloudformation.addStack(name, template);
  stack.setStatus('CREATE_IN_PROGRESS');
  const definitions = stack.template.Resources;
  const cancelled = stack.creationAbort.signal;
  const creation = runInDependencyOrder(
    Object.keys(definitions),
    referencesOf(definitions),
    async (logicalId) => {
      const definition = definitions[logicalId];
      await account.sleep(account.random() * 3000);
      if (cancelled.aborted) return;
      try {
        stack.resources.set(logicalId, await cloudformation.create(stack, logicalId, definition, cancelled));
      } catch (error) {
        const partialResource = stack.resourceOfFailedCreation(logicalId, definition, error);
        if (partialResource) stack.resources.set(logicalId, partialResource);
        throw error;
      }
    },
    { random: () => account.random(), onFailure: () => stack.creationAbort.abort(), cancelled },
  );
  stack.creationEnd = creation;
  const { failed } = await creation;
  // `destroy` was called during the creation. It deletes the resources when the creation has ended.
  if (stack.status === 'DELETE_IN_PROGRESS') return stack;
  if (failed.size === 0) stack.setStatus('CREATE_COMPLETE');
  else await rollBackCreation(cloudformation, stack, failed);
  return stack;
}

async function rollBackCreation(
  cloudformation: CloudFormation,
  stack: Stack,
  failed: Map<string, Error>,
): Promise<void> {
  stack.setStatus('ROLLBACK_IN_PROGRESS', [...failed].map(([id, { message }]) => `${id}: ${message}`).join('; '));
  await deleteOrKeepResources(
    cloudformation,
    stack,
    'ROLLBACK',
    ({ definition }) => definition.DeletionPolicy === 'Retain',
  );
}

/** Deletes a stack and its resources, except resources with a DeletionPolicy that retains them. */
export async function destroy(cloudformation: CloudFormation, name: string): Promise<Stack> {
  const stack = cloudformation.stacks.get(name);
  if (!stack) throw new Error(`There is no stack ${name}`);
  stack.setStatus('DELETE_IN_PROGRESS');
  stack.creationAbort.abort();
  await stack.creationEnd;
  await deleteOrKeepResources(cloudformation, stack, 'DELETE', ({ definition }) =>
    (definition.DeletionPolicy ?? '').startsWith('Retain'),
  );
  if (stack.status === 'DELETE_COMPLETE') cloudformation.stacks.delete(name);
  return stack;
}

async function deleteOrKeepResources(
  cloudformation: CloudFormation,
  stack: Stack,
  operation: 'ROLLBACK' | 'DELETE',
  isKept: (resource: StackResource) => boolean,
): Promise<void> {
  const resources = [...stack.resources.values(), ...stack.leftovers];
  for (const { logicalId, physicalId } of resources.filter(isKept)) {
    cloudformation.retainedIds.push(physicalId);
    cloudformation.disown(stack, logicalId);
  }
  const { remaining, failed } = await deleteResources(
    cloudformation,
    stack,
    resources.filter((resource) => !isKept(resource)),
    operation === 'DELETE' ? 'forward' : 'rollback',
  );
  stack.leftovers = [];
  stack.resources = new Map([...stack.resources].filter(([, resource]) => remaining.includes(resource)));
  const reason = [...failed].map(([id, { message }]) => `${id}: ${message}`).join('; ');
  stack.setStatus(failed.size === 0 ? `${operation}_COMPLETE` : `${operation}_FAILED`, reason);
}
