import { cleanUp } from './delete-resources';
import { Engine } from './engine';
import { requirementsOf, walk } from './graph';
import { HalfMadeError } from './provider';
import { remains } from './remains';
import { impactOf } from './replacement';
import { Stack } from './stack';
import { StackResource, Template } from './template';

/** An update of a stack, and the way back when it fails. */
export class StackUpdate {
  private readonly before: ReadonlyMap<string, StackResource>;
  private readonly oldTemplate: Template;
  /** Resources that the update has reached and not just created: these get their old properties back. */
  private readonly reached = new Set<string>();
  /** What is to be deleted when all went well, and when it did not. */
  private readonly replaced: StackResource[] = [];
  private readonly created: StackResource[] = [];
  private readonly cancelling = new AbortController();

  constructor(
    private readonly engine: Engine,
    private readonly stack: Stack,
    private readonly template: Template,
  ) {
    this.before = new Map(stack.resources);
    this.oldTemplate = stack.template;
  }

  public async run(): Promise<void> {
    const { stack, engine } = this;
    stack.become('UPDATE_IN_PROGRESS');
    stack.template = this.template;
    const definitions = stack.definitions();
    const { failed } = await walk(
      Object.keys(definitions),
      requirementsOf(definitions),
      (id) => this.createOrChange(id, definitions[id]),
      { random: () => engine.account.random(), onFailure: () => this.cancelling.abort() },
    );
    if (failed.size > 0) {
      await this.rollBack(failed);
      return;
    }
    stack.become('UPDATE_COMPLETE_CLEANUP_IN_PROGRESS');
    const removed = [...this.before.values()].filter(({ logicalId }) => !(logicalId in definitions));
    for (const { logicalId } of removed) stack.resources.delete(logicalId);
    await cleanUp(engine, stack, [
      ...this.replaced.filter(({ definition }) => !isRetained(definition.UpdateReplacePolicy)),
      ...removed.filter(({ definition }) => !isRetained(definition.DeletionPolicy)),
    ]);
    stack.become('UPDATE_COMPLETE');
  }

  private async createOrChange(logicalId: string, definition: StackResource['definition']): Promise<void> {
    const { stack, engine } = this;
    const current = this.before.get(logicalId);
    await engine.account.sleep(engine.account.random() * 3000);
    if (!current) return this.create(logicalId, definition);
    if (current.type !== definition.Type) {
      this.reached.add(logicalId);
      throw new Error(`Update of resource type is not permitted: ${logicalId} was ${current.type}`);
    }
    const properties = stack.propertiesOf(definition);
    const impact = impactOf(current.type, current.properties, properties);
    if (impact === 'none') {
      stack.resources.set(logicalId, { ...current, definition });
      return;
    }
    this.reached.add(logicalId);
    if (impact === 'replace') {
      engine.refuseSameName(current, properties);
      await this.create(logicalId, definition);
      this.replaced.push(current);
      return;
    }
    try {
      const updated = await engine.update(
        stack,
        { resource: current, definition, properties },
        'forward',
        this.cancelling.signal,
      );
      stack.resources.set(logicalId, updated);
      if (updated.physicalId !== current.physicalId) this.replaced.push(current);
    } catch (error) {
      // What came half-way is what the way back starts from. A failed Update may name what it has made in place of the old.
      const physicalId = error instanceof HalfMadeError && error.physicalId ? error.physicalId : current.physicalId;
      stack.resources.set(logicalId, { ...current, properties, physicalId });
      throw error;
    }
  }

  private async create(logicalId: string, definition: StackResource['definition']): Promise<void> {
    const { stack, engine } = this;
    try {
      const created = await engine.create(stack, logicalId, definition, this.cancelling.signal);
      stack.resources.set(logicalId, created);
      this.created.push(created);
    } catch (error) {
      const left = remains(stack, logicalId, definition, error);
      if (left) this.created.push(left);
      throw error;
    }
  }

  private async rollBack(failures: Map<string, Error>): Promise<void> {
    const { stack, engine, before } = this;
    stack.become(
      'UPDATE_ROLLBACK_IN_PROGRESS',
      [...failures].map(([id, { message }]) => `${id}: ${message}`).join('; '),
    );
    stack.template = this.oldTemplate;
    const discarded = [...this.created];
    const definitions = stack.definitions();
    const { failed } = await walk(
      before.keys(),
      requirementsOf(definitions),
      async (id) => {
        const old = before.get(id) as StackResource;
        // What only depends on other things than before does so again.
        if (!this.reached.has(id)) return void stack.resources.set(id, old);
        const now = stack.resources.get(id) as StackResource;
        if (now === old || (now.properties === old.properties && now.physicalId === old.physicalId)) return;
        const isCustom = old.type.startsWith('Custom::');
        const isReplacement = now.physicalId !== old.physicalId;
        if (
          isReplacement &&
          (!isCustom || !engine.account.assumes('cloudformation.rollback-updates-replaced-custom-resource'))
        ) {
          if (isCustom) discarded.push(now);
          stack.resources.set(id, old);
          return;
        }
        await engine.account.sleep(engine.account.random() * 3000);
        const change = { resource: now, definition: old.definition, properties: old.properties };
        const restored = await engine.update(stack, change, 'rollback', new AbortController().signal);
        if (restored.physicalId !== now.physicalId) discarded.push(now);
        stack.resources.set(id, restored);
      },
      { random: () => engine.account.random() },
    );
    if (failed.size > 0) {
      const known = [...stack.resources.values()].map(({ physicalId }) => physicalId);
      stack.leftover = [...discarded, ...before.values()].filter(({ physicalId }) => !known.includes(physicalId));
      stack.become('UPDATE_ROLLBACK_FAILED', [...failed].map(([id, { message }]) => `${id}: ${message}`).join('; '));
      return;
    }
    stack.become('UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS');
    for (const id of [...stack.resources.keys()]) if (!before.has(id)) stack.resources.delete(id);
    // Resources that the rollback gave back refer to none of these.
    engine.kept.push(...discarded.filter(keptOnRollback).map(({ physicalId }) => physicalId));
    await cleanUp(
      engine,
      stack,
      discarded.filter((resource) => !keptOnRollback(resource)),
    );
    stack.become('UPDATE_ROLLBACK_COMPLETE');
  }
}

function isRetained(policy?: string): boolean {
  return policy?.startsWith('Retain') ?? false;
}

/** RetainExceptOnCreate keeps nothing that the failed update has just made. */
function keptOnRollback({ definition }: StackResource): boolean {
  return definition.DeletionPolicy === 'Retain';
}
