import type { Example, Examples, ModelSpec, TestPlan, TestSpec } from '../../lib/contracts/smoke-test-properties';
import { AssemblyAssets } from '../assembly/assets';
import { LocalVariant } from './local-variants';

/** The differences between the smoke test on this host and the deployed smoke test. */
export interface TestChanges {
  /** Whether a stand-in (a program that responds with zeros) replaces a model, so the expected values cannot be compared. */
  readonly isReplacedByStandIn: (model: ModelSpec) => boolean;
  /** Whether a model cannot be run on this host. */
  readonly isSkipped: (model: ModelSpec) => boolean;
}

/** The models and examples of a smoke test. They are in its properties or, for a multi-model endpoint, in the test plan (a file). */
export class SmokeTestFiles {
  constructor(
    private readonly variant: LocalVariant,
    private readonly assets: AssemblyAssets,
  ) {}

  /** The models to which the smoke test sends requests. */
  public get models(): ModelSpec[] {
    return this.plan?.models ?? this.spec?.models ?? [];
  }

  /** The latency objective of the endpoint. */
  public get latency(): TestSpec['latency'] {
    return this.spec?.latency;
  }

  /** The first example that the smoke test sends to a model. */
  public firstExample(model: ModelSpec): Example | undefined {
    return this.examples[model.name]?.[0];
  }

  /**
   * The properties of the smoke test, adapted to this host. They contain no latency objective, because the objective is for the endpoint's
   * instances. The smoke test includes payloads in its messages, and sends sequences, because there is one server.
   */
  public changedProperties(changes: TestChanges): Record<string, unknown> {
    const models = adaptModels(this.spec?.models ?? [], changes);
    const spec = { ...this.spec, models, latency: undefined, logPayloads: true, hasOneServer: true };
    return { ...this.variant.smokeTest, Spec: JSON.stringify(spec) };
  }

  /** A file of the smoke test, adapted to this host: examples by model name, or a test plan. */
  public adaptFile(content: string, changes: TestChanges): string {
    const file = JSON.parse(content) as TestPlan | Examples;
    const standIns = this.models.filter(changes.isReplacedByStandIn).map(({ name }) => name);
    if (!isPlan(file)) return JSON.stringify(withoutResponses(file, standIns));
    const { models, examples } = file;
    return JSON.stringify({
      ...file,
      models: adaptModels(models, changes),
      examples: withoutResponses(examples, standIns),
    });
  }

  private get spec(): TestSpec | undefined {
    const { Spec } = this.variant.smokeTest ?? {};
    return Spec === undefined ? undefined : JSON.parse(String(Spec));
  }

  private get examples(): Examples {
    const { ExamplesBucket, ExamplesKey } = this.variant.smokeTest ?? {};
    return this.plan?.examples ?? this.read<Examples>(ExamplesBucket, ExamplesKey) ?? {};
  }

  private get plan(): TestPlan | undefined {
    const { PlanBucket, PlanKey } = this.variant.smokeTest ?? {};
    return this.read<TestPlan>(PlanBucket, PlanKey);
  }

  private read<T>(bucket: unknown, key: unknown): T | undefined {
    const text = this.assets.read(`${bucket}/${key}`);
    return text && (JSON.parse(text.toString()) as T);
  }
}

function isPlan(file: TestPlan | Examples): file is TestPlan {
  return 'models' in file && 'examples' in file && !Array.isArray(file.examples);
}

function adaptModels(models: ModelSpec[], { isSkipped }: TestChanges): ModelSpec[] {
  return models.filter((model) => !isSkipped(model));
}

function withoutResponses(examples: Examples, names: string[]): Examples {
  return Object.fromEntries(
    Object.entries(examples).map(([name, each]) => [name, names.includes(name) ? each.map(withoutResponse) : each]),
  );
}

function withoutResponse({ response: _response, nextSteps, ...example }: Example): Example {
  return { ...example, nextSteps: nextSteps?.map(withoutResponse) };
}
