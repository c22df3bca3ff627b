import * as fs from 'fs';
import type { Example, Examples, TestPlan } from '../../lambda/smoke-test/test-plan';
import { LocalVariant } from './assembly';

/** What a variant's smoke test reads from S3: examples by model, or the plan of a multi-model endpoint. */
export class TestFiles {
  constructor(
    private readonly variant: LocalVariant,
    private readonly objects: Map<string, string>,
  ) {}

  /** The objects of a multi-model endpoint that are going to be asked for. */
  public get targetModels(): string[] {
    return this.plan?.models.flatMap(({ targetModel }) => targetModel ?? []) ?? [];
  }

  /** The example that the smoke test sends first. */
  public get firstExample(): Example | undefined {
    return Object.values(this.examples)[0]?.[0];
  }

  /** Whether a model is asked with requests of its own. */
  public hasExamples(model: string): boolean {
    return (this.examples[model] ?? []).length > 0;
  }

  /** Changes a file of the test: a stand-in's zeros cannot have the expected values. The report says that they are not compared. */
  public withoutExpectedValues(content: string): string {
    return JSON.stringify(JSON.parse(content), (key, value) => (key === 'response' ? undefined : value));
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
    const file = this.objects.get(`${bucket}/${key}`);
    return file === undefined ? undefined : (JSON.parse(fs.readFileSync(file, 'utf8')) as T);
  }
}

/** A latency that was planned for a GPU says nothing about this machine; the report has the one measured here. */
export function withoutLatency(properties: Record<string, unknown>): Record<string, unknown> {
  return { ...properties, Spec: JSON.stringify({ ...JSON.parse(String(properties.Spec)), latency: undefined }) };
}
