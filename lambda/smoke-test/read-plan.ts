import { Examples, SmokeTestProperties, TestPlan, TestSpec } from '../../lib/contracts/smoke-test-properties';

/** Reads the models and examples of a test from the properties, or from S3. */
export async function readPlan(properties: SmokeTestProperties, { models }: TestSpec): Promise<TestPlan> {
  const { PlanBucket, PlanKey } = properties;
  if (!PlanBucket || !PlanKey) return { models, examples: await readExamples(properties) };
  const { readJson } = await import('./example-store.js');
  return readJson<TestPlan>(PlanBucket, PlanKey);
}

async function readExamples({ ExamplesBucket, ExamplesKey }: SmokeTestProperties): Promise<Examples> {
  if (!ExamplesBucket || !ExamplesKey) return {};
  const { readJson } = await import('./example-store.js');
  return readJson<Examples>(ExamplesBucket, ExamplesKey);
}
