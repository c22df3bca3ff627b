import { Construct } from 'constructs';
import { TritonModel } from '../../model';
import { error, Finding, Severity } from '../../findings/finding';
import { trackSynthesis } from '../../cdk/at-synthesis';
import { ArchivedModel } from '../../artifacts/archived-model';
import { buildEngines, ModelArchives, ModelArchivesOptions, publishArchives } from '../../artifacts/model-archives';
import { EngineBuilds } from '../../artifacts/model-data-options';
import { TargetedModel } from '../../smoke-test/test-plan';
import { ServingEnvironment } from '../resolved/host';
import { bindPools, buildsOf } from '../engines';
import { checkModel, ModelSetHost } from './check';
import { checkModelMemory } from './memory-use';
import { withoutTokens } from '../../findings/unresolved-values';
import { rulePage } from '../../findings/rule-page';

/** The variant that serves the models of a set, and the options of their publication. */
export interface ModelSetOptions extends ModelSetHost {
  readonly publishing: ModelArchivesOptions;
}

/** The models of a multi-model endpoint. Models can be added until the stack is synthesized. */
export class ModelSet {
  /** The models that the smoke test and the probe invoke. They are read when the stack is synthesized. */
  public readonly targets: TargetedModel[] = [];

  /** The models by the name with which clients invoke them. */
  private readonly archives = new Map<string, ArchivedModel>();
  private published?: ModelArchives;
  /** Returns the object that builds the engines of a model. Undefined until `publish` is called. */
  private engineBuildsOf?: (model: TritonModel) => EngineBuilds | undefined;
  private isSynthesized = (): boolean => false;

  constructor(private readonly options: ModelSetOptions) {}

  public get models(): TritonModel[] {
    return this.targets.map(({ model }) => model);
  }

  /** Adds a model if it has no errors. Returns its findings. */
  public add(modelWithoutTargets: TritonModel, name: string, field: string): Finding[] {
    if (this.isSynthesized()) {
      return [
        error(
          'mme.late-model',
          field,
          `got '${name}' after the models were published; models can be added until the app is synthesized`,
        ),
      ];
    }
    const model = this.bind(modelWithoutTargets);
    const findings = this.check(model, name, field);
    if (findings.some(({ severity }) => severity === Severity.ERROR)) return findings;
    const { isOpen } = this;
    const archived = new ArchivedModel(name, model, () => this.engineBuildsOf?.(model)?.image);
    this.archives.set(name, archived);
    this.targets.push({
      model,
      // The object name can depend on the name of the image, which is known only when the models are published.
      get targetModel() {
        return archived.objectName(isOpen);
      },
    });
    this.buildEnginesOf(archived);
    return findings;
  }

  /**
   * Returns the name of a model's S3 object, relative to the prefix of the endpoint.
   *
   * @throws an error if the set has no model with this name
   */
  public objectNameOf(name: string): string {
    const archived = this.archives.get(name);
    if (archived) return archived.objectName(this.isOpen);
    const knownNames = [...this.archives.keys()].slice(0, 10).join(', ') || 'none';
    throw new Error(
      `got '${withoutTokens(name)}'; allowed: the name of one of the endpoint's models (${knownNames}) ${rulePage('mme.unknown-model')}`,
    );
  }

  /** Publishes all models to S3, including models that are added until the stack is synthesized. */
  public publish(scope: Construct, environment: ServingEnvironment): ModelArchives {
    this.isSynthesized = trackSynthesis(scope);
    this.published = publishArchives(scope, () => [...this.archives.values()], this.options.publishing);
    const bucket = this.options.publishing.bucket ?? (this.isOpen ? this.published.bucket : undefined);
    this.engineBuildsOf = (model) => buildsOf(scope, model, this.options.instanceTypes, environment, bucket);
    this.archives.forEach((archived) => this.buildEnginesOf(archived));
    return this.published;
  }

  /** Location of the published models. */
  public get location(): ModelArchives {
    if (!this.published) throw new Error('the models are not published yet');
    return this.published;
  }

  /** Whether the prefix is open, which means that other tools than this app can add models under it. */
  private get isOpen(): boolean {
    return this.options.publishing.openPrefix ?? false;
  }

  /** Returns the model with its engines built for the GPU of the instances. */
  private bind(model: TritonModel): TritonModel {
    const { instanceTypes, image } = this.options;
    const [bound] = bindPools(
      instanceTypes.map((instanceType) => ({ instanceType, model })),
      image,
    );
    return bound.model;
  }

  private buildEnginesOf(archived: ArchivedModel): void {
    const builds = this.engineBuildsOf?.(archived.model);
    if (this.published && builds) buildEngines(this.published, archived, builds);
  }

  private check(model: TritonModel, name: string, field: string): Finding[] {
    return [
      ...checkModel(this.options, model, name, field),
      ...(this.archives.has(name)
        ? [error('mme.duplicate', field, `got '${name}' twice; allowed: a unique name for each model`)]
        : []),
      ...checkModelMemory(this.options.instanceTypes, name, model, field),
    ];
  }
}
