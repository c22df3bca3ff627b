import type { Example, Examples, ModelSpec, TestPlan, TestSpec } from '../../lambda/smoke-test/test-plan';
import { AssemblyFiles } from '../assembly-files';
import { examples, testPlan } from '../resource-shapes';
import { parseJson, Shape } from '../shape';
import { LocalVariant } from './assembly';

/** What of a test is different on this machine. */
export interface TestChanges {
  /** Whether a stand-in answers for a model: its zeros cannot have the expected values. */
  readonly standsIn: (model: ModelSpec) => boolean;
  /** Whether a model cannot be run here. */
  readonly leftOut: (model: ModelSpec) => boolean;
  /** What the server says of models whose tensors only it knows. */
  readonly completed: (model: ModelSpec) => ModelSpec;
}

/** What a variant's smoke test asks for: the models of its properties or of a multi-model endpoint's plan, and their examples. */
export class TestFiles {
  constructor(
    private readonly variant: LocalVariant,
    private readonly objects: AssemblyFiles,
  ) {}

  /** The models that are going to be asked. */
  public get models(): ModelSpec[] {
    return this.plan?.models ?? this.spec?.models ?? [];
  }

  /** What is measured on the endpoint. */
  public get latency(): TestSpec['latency'] {
    return this.spec?.latency;
  }

  /** The example that the smoke test sends first to a model. */
  public firstExample(model: ModelSpec): Example | undefined {
    return this.examples[model.name]?.[0];
  }

  /**
   * The properties of the test, changed. A latency that was planned for a GPU says nothing about this machine, and the report is for those who
   * have the requests.
   */
  public changedProperties(changes: TestChanges): Record<string, unknown> {
    const models = changedModels(this.spec?.models ?? [], changes);
    const spec = { ...this.spec, models, latency: undefined, logPayloads: true };
    return { ...this.variant.smokeTest, Spec: JSON.stringify(spec) };
  }

  /** A file of the test, changed: examples by model, or a plan that has them. The report says what is not compared. */
  public changedFile(content: string, changes: TestChanges): string {
    const file = JSON.parse(content) as TestPlan | Examples;
    const stripped = this.models.filter(changes.standsIn).map(({ name }) => name);
    if (!isPlan(file)) return JSON.stringify(withoutResponses(file, stripped));
    const { models, examples } = file;
    return JSON.stringify({
      ...file,
      models: changedModels(models, changes),
      examples: withoutResponses(examples, stripped),
    });
  }

  private get spec(): TestSpec | undefined {
    const { Spec } = this.variant.smokeTest ?? {};
    return Spec === undefined ? undefined : JSON.parse(String(Spec));
  }

  private get examples(): Examples {
    const { ExamplesBucket, ExamplesKey } = this.variant.smokeTest ?? {};
    return (
      this.plan?.examples ?? this.read(ExamplesBucket, ExamplesKey, examples as Shape<unknown> as Shape<Examples>) ?? {}
    );
  }

  private get plan(): TestPlan | undefined {
    const { PlanBucket, PlanKey } = this.variant.smokeTest ?? {};
    return this.read(PlanBucket, PlanKey, testPlan as Shape<unknown> as Shape<TestPlan>);
  }

  private read<T>(bucket: unknown, key: unknown, shape: Shape<T>): T | undefined {
    const text = this.objects.read(`${bucket}/${key}`);
    return text === undefined ? undefined : parseJson(text.toString(), `${bucket}/${key}`, shape);
  }
}

function isPlan(file: TestPlan | Examples): file is TestPlan {
  return 'models' in file && 'examples' in file && !Array.isArray(file.examples);
}

function changedModels(models: ModelSpec[], { leftOut, completed }: TestChanges): ModelSpec[] {
  return models.filter((model) => !leftOut(model)).map(completed);
}

function withoutResponses(examples: Examples, names: string[]): Examples {
  return Object.fromEntries(
    Object.entries(examples).map(([name, each]) => [
      name,
      names.includes(name) ? each.map(({ response: _response, ...example }) => example) : each,
    ]),
  );
}
