import { Construct } from 'constructs';
import { TritonModel } from '../../model';
import { error, Finding, Severity } from '../../findings/finding';
import { synthesisOf } from '../../platform/at-synthesis';
import { ArchivedModel } from '../../artifacts/archived-model';
import { ModelArchives, ModelArchivesOptions, publishArchives } from '../../artifacts/model-archives';
import { TargetedModel } from '../../smoke-test/targeted-model';
import { checkModel, ModelHost } from './check';
import { MemoryUse } from './memory-use';
import { withoutTokens } from '../../findings/late-value';
import { rulePage } from '../../findings/rule-page';

/** Where the models are served, and published. */
export interface ModelSite extends ModelHost {
  readonly publishing: ModelArchivesOptions;
}

/** The models of a multi-model endpoint. The set is open until the stack is synthesized. */
export class ModelSet {
  /** What smoke test and probe ask for; read when the stack is synthesized. */
  public readonly targets: TargetedModel[] = [];

  private readonly archives = new Map<string, ArchivedModel>();
  private readonly memory: MemoryUse;
  private published?: ModelArchives;
  private isSynthesized = (): boolean => false;

  constructor(private readonly site: ModelSite) {
    this.memory = new MemoryUse(site.instanceTypes);
  }

  public get models(): TritonModel[] {
    return this.targets.map(({ model }) => model);
  }

  /** Adds a model, unless something is wrong with it. */
  public add(model: TritonModel, name: string, field: string): Finding[] {
    if (this.isSynthesized()) {
      return [
        error(
          'mme.late-model',
          field,
          `got '${name}' after the models were published; models can be added until the app is synthesized`,
        ),
      ];
    }
    const findings = this.check(model, name, field);
    if (findings.some(({ severity }) => severity === Severity.ERROR)) return findings;
    const archived = new ArchivedModel(name, model);
    this.archives.set(name, archived);
    this.targets.push({ model, targetModel: archived.objectName(this.isOpen) });
    return findings;
  }

  /**
   * The object of a model, by its name.
   *
   * @throws when there is no model of that name
   */
  public objectOf(name: string): string {
    const archived = this.archives.get(name);
    if (archived) return archived.objectName(this.isOpen);
    const known = [...this.archives.keys()].slice(0, 10).join(', ') || 'none';
    throw new Error(
      `got '${withoutTokens(name)}'; allowed: the name of one of the endpoint's models (${known}) ${rulePage('mme.unknown-model')}`,
    );
  }

  /** Publishes the models that there are when the stack is synthesized. */
  public publish(scope: Construct): ModelArchives {
    this.isSynthesized = synthesisOf(scope);
    this.published = publishArchives(scope, () => [...this.archives.values()], this.site.publishing);
    return this.published;
  }

  /** Where they come to lie. */
  public get location(): ModelArchives {
    if (!this.published) throw new Error('the models are not published yet');
    return this.published;
  }

  private get isOpen(): boolean {
    return this.site.publishing.openPrefix ?? false;
  }

  private check(model: TritonModel, name: string, field: string): Finding[] {
    return [
      ...checkModel(this.site, model, name, field),
      ...(this.archives.has(name)
        ? [error('mme.duplicate', field, `got '${name}' twice; allowed: a unique name for each model`)]
        : []),
      ...this.memory.add(name, model, field),
    ];
  }
}
