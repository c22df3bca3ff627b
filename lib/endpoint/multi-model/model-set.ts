import { Construct } from 'constructs';
import { TritonModel } from '../../model';
import { error, Finding, Severity } from '../../findings/finding';
import { synthesisOf } from '../../platform/at-synthesis';
import { ArchivedModel } from '../../artifacts/archived-model';
import { buildEngines, ModelArchives, ModelArchivesOptions, publishArchives } from '../../artifacts/model-archives';
import { EngineSite } from '../../artifacts/model-data-options';
import { TargetedModel } from '../../smoke-test/targeted-model';
import { ServingHost } from '../endpoint';
import { bindPools, hasEngines } from '../engines/bind-pools';
import { engineSite } from '../engines/build';
import { ServingPool } from '../realtime/pools';
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
  /** What builds the engines of a model, once it is known where. */
  private engineSiteOf?: (model: TritonModel) => EngineSite;
  private isSynthesized = (): boolean => false;

  constructor(private readonly site: ModelSite) {
    this.memory = new MemoryUse(site.instanceTypes);
  }

  public get models(): TritonModel[] {
    return this.targets.map(({ model }) => model);
  }

  /** Adds a model, unless something is wrong with it. */
  public add(given: TritonModel, name: string, field: string): Finding[] {
    if (this.isSynthesized()) {
      return [
        error(
          'mme.late-model',
          field,
          `got '${name}' after the models were published; models can be added until the app is synthesized`,
        ),
      ];
    }
    const model = this.bind(given);
    const findings = this.check(model, name, field);
    if (findings.some(({ severity }) => severity === Severity.ERROR)) return findings;
    const { isOpen } = this;
    const archived = new ArchivedModel(name, model, () => this.engineSiteOf?.(model).image);
    this.archives.set(name, archived);
    this.targets.push({
      model,
      // With the name of the image, which is known when the models are published.
      get targetModel() {
        return archived.objectName(isOpen);
      },
    });
    this.buildEnginesOf(archived);
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
  public publish(scope: Construct, host: ServingHost): ModelArchives {
    this.isSynthesized = synthesisOf(scope);
    this.published = publishArchives(scope, () => [...this.archives.values()], this.site.publishing);
    const bucket = this.site.publishing.bucket ?? (this.isOpen ? this.published.bucket : undefined);
    this.engineSiteOf = (model) => engineSite(scope, model, this.poolsOf(model), host, { bucket });
    this.archives.forEach((archived) => this.buildEnginesOf(archived));
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

  /** Binds the engines of a model to the GPU of the instances. */
  private bind(model: TritonModel): TritonModel {
    const [bound] = bindPools(this.poolsOf(model), this.site.image);
    return bound.model;
  }

  private poolsOf(model: TritonModel): ServingPool[] {
    return this.site.instanceTypes.map((instanceType) => ({ instanceType, model }));
  }

  private buildEnginesOf(archived: ArchivedModel): void {
    if (!this.published || !this.engineSiteOf || !hasEngines(archived.model)) return;
    buildEngines(this.published, archived, this.engineSiteOf(archived.model));
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
