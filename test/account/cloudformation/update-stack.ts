import { cleanUp } from './delete-resources';
import { CloudFormation } from './cloudformation';
import { referencesOf } from '../../endpoint/template-graph';
import { runInDependencyOrder } from './graph';
import { PartialFailureError } from './provider';
import { impactOf } from './resource-schema';
import { Stack } from './stack';
import { StackResource, Template } from './template';

/** An update of a stack, and its rollback if it fails. */
export class StackUpdate {
  private readonly oldResources: ReadonlyMap<string, StackResource>;
  private readonly oldTemplate: Template;
  /** Logical IDs of existing resources that the update began to change. A rollback restores their old properties. */
  private readonly changedIds = new Set<string>();
  /** Old resources that were replaced. They are deleted if the update succeeds. */
  private readonly replacedResources: StackResource[] = [];
  /** New resources. They are deleted if the update fails. */
  private readonly createdResources: StackResource[] = [];
  private readonly cancellation = new AbortController();

  constructor(
    private readonly cloudformation: CloudFormation,
    private readonly stack: Stack,
    private readonly template: Template,
  ) {
    this.oldResources = new Map(stack.resources);
    this.oldTemplate = stack.template;
  }

  public async run(): Promise<void> {
    const { stack, cloudformation } = this;
    stack.setStatus('UPDATE_IN_PROGRESS');
    stack.template = this.template;
    const definitions = stack.template.Resources;
    const { failed } = await runInDependencyOrder(
      Object.keys(definitions),
      referencesOf(definitions),
      (id) => this.createOrChange(id, definitions[id]),
      { random: () => cloudformation.account.random(), onFailure: () => this.cancellation.abort() },
    );
    if (failed.size > 0) {
      await this.rollBack(failed);
      return;
    }
    stack.setStatus('UPDATE_COMPLETE_CLEANUP_IN_PROGRESS');
    const removedResources = [...this.oldResources.values()].filter(({ logicalId }) => !(logicalId in definitions));
    for (const { logicalId } of removedResources) stack.resources.delete(logicalId);
    await cleanUp(cloudformation, stack, [
      ...this.replacedResources.filter(({ definition }) => !isRetained(definition.UpdateReplacePolicy)),
      ...removedResources.filter(({ definition }) => !isRetained(definition.DeletionPolicy)),
    ]);
    stack.setStatus('UPDATE_COMPLETE');
  }

  private async createOrChange(logicalId: string, definition: StackResource['definition']): Promise<void> {
    const { stack, cloudformation } = this;
    const current = this.oldResources.get(logicalId);
    await cloudformation.account.sleep(cloudformation.account.random() * 3000);
    if (!current) return this.create(logicalId, definition);
    if (current.type !== definition.Type) {
      this.changedIds.add(logicalId);
      throw new Error(`Update of resource type is not permitted: ${logicalId} was ${current.type}`);
    }
    const properties = stack.propertiesOf(definition);
    const impact = impactOf(current.type, current.properties, properties);
    if (impact === 'none') {
      stack.resources.set(logicalId, { ...current, definition });
      return;
    }
    this.changedIds.add(logicalId);
    if (impact === 'replace') {
      cloudformation.rejectSameName(current, properties);
      await this.create(logicalId, definition);
      this.replacedResources.push(current);
      return;
    }
    try {
      const updatedResource = await cloudformation.update(
        stack,
        { resource: current, definition, properties },
        'forward',
        this.cancellation.signal,
      );
      stack.resources.set(logicalId, updatedResource);
      if (updatedResource.physicalId !== current.physicalId) this.replacedResources.push(current);
    } catch (error) {
      // The rollback compares the old resource with this record: the new properties and, if the failed update created a replacement, the
      // physical ID of the replacement.
      const physicalId =
        error instanceof PartialFailureError && error.physicalId ? error.physicalId : current.physicalId;
      stack.resources.set(logicalId, { ...current, properties, physicalId });
      throw error;
    }
  }

  private async create(logicalId: string, definition: StackResource['definition']): Promise<void> {
    const { stack, cloudformation } = this;
    try {
      const createdResource = await cloudformation.create(stack, logicalId, definition, this.cancellation.signal);
      stack.resources.set(logicalId, createdResource);
      this.createdResources.push(createdResource);
    } catch (error) {
      const partialResource = stack.resourceOfFailedCreation(logicalId, definition, error);
      if (partialResource) this.createdResources.push(partialResource);
      throw error;
    }
  }

  private async rollBack(failures: Map<string, Error>): Promise<void> {
    const { stack, cloudformation, oldResources } = this;
    stack.setStatus(
      'UPDATE_ROLLBACK_IN_PROGRESS',
      [...failures].map(([id, { message }]) => `${id}: ${message}`).join('; '),
    );
    stack.template = this.oldTemplate;
    // Resources to delete after all old resources are restored.
    const discardedResources = [...this.createdResources];
    const definitions = stack.template.Resources;
    const { failed } = await runInDependencyOrder(
      oldResources.keys(),
      referencesOf(definitions),
      async (id) => {
        const old = oldResources.get(id) as StackResource;
        // The update changed no properties of the resource, but possibly other parts of its definition, such as DependsOn.
        if (!this.changedIds.has(id)) return void stack.resources.set(id, old);
        const current = stack.resources.get(id) as StackResource;
        if (current === old || (current.properties === old.properties && current.physicalId === old.physicalId)) return;
        const isCustom = old.type.startsWith('Custom::');
        const isReplacement = current.physicalId !== old.physicalId;
        if (
          isReplacement &&
          (!isCustom ||
            !cloudformation.account.isSwitchedOn('cloudformation.rollback-updates-replaced-custom-resource'))
        ) {
          if (isCustom) discardedResources.push(current);
          stack.resources.set(id, old);
          return;
        }
        await cloudformation.account.sleep(cloudformation.account.random() * 3000);
        const change = { resource: current, definition: old.definition, properties: old.properties };
        const restoredResource = await cloudformation.update(stack, change, 'rollback', new AbortController().signal);
        if (restoredResource.physicalId !== current.physicalId) discardedResources.push(current);
        stack.resources.set(id, restoredResource);
      },
      { random: () => cloudformation.account.random() },
    );
    if (failed.size > 0) {
      const currentIds = [...stack.resources.values()].map(({ physicalId }) => physicalId);
      stack.leftovers = [...discardedResources, ...oldResources.values()].filter(
        ({ physicalId }) => !currentIds.includes(physicalId),
      );
      stack.setStatus('UPDATE_ROLLBACK_FAILED', [...failed].map(([id, { message }]) => `${id}: ${message}`).join('; '));
      return;
    }
    stack.setStatus('UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS');
    for (const id of [...stack.resources.keys()]) if (!oldResources.has(id)) stack.resources.delete(id);
    // The discarded resources can be deleted, since no restored resource refers to them.
    cloudformation.retainedIds.push(...discardedResources.filter(isKeptInRollback).map(({ physicalId }) => physicalId));
    await cleanUp(
      cloudformation,
      stack,
      discardedResources.filter((resource) => !isKeptInRollback(resource)),
    );
    stack.setStatus('UPDATE_ROLLBACK_COMPLETE');
  }
}

function isRetained(policy?: string): boolean {
  return policy?.startsWith('Retain') ?? false;
}

/** Whether a rollback keeps a resource that the failed update created. With RetainExceptOnCreate, the resource is deleted. */
function isKeptInRollback({ definition }: StackResource): boolean {
  return definition.DeletionPolicy === 'Retain';
}
