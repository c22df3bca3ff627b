import * as fs from 'node:fs';
import * as path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { ModelExample } from '../../lib';
import { Probe } from '../../lib/smoke-test/probe';
import { SmokeTest } from '../../lib/smoke-test/smoke-test';
import { TargetedModel } from '../../lib/smoke-test/test-plan';
import { ARTIFACTS_FOLDER, classifier, statementsOf } from '../endpoint/fixtures';

const EXAMPLE = ModelExample.fromFile(path.join(ARTIFACTS_FOLDER, 'image-classifier', 'onnx.example.json'));

const targetedModels = (count: number): TargetedModel[] =>
  Array.from({ length: count }, (_, index) => ({
    model: classifier({ examples: [EXAMPLE] }),
    targetModel: `team/model-${index}.tar.gz`,
  }));

interface Plan {
  readonly outOf: number;
  readonly models: { readonly name: string; readonly targetModel: string }[];
  readonly examples: Record<string, object[]>;
}

/** Returns the test plan in the assets of a synthesized stack. `keyOf` finds the key of the plan in the template. */
function planOf(stack: Stack, keyOf: (template: Template) => string): Plan {
  const template = Template.fromStack(stack);
  const { outdir } = App.of(stack) as App;
  return JSON.parse(fs.readFileSync(path.join(outdir, `asset.${keyOf(template)}`), 'utf8'));
}

const smokeTestKey = (template: Template): string =>
  Object.values(template.findResources('Custom::TritonSmokeTest'))[0].Properties.PlanKey;

function smokeTestStack(targetModels: TargetedModel[]): Stack {
  const stack = new Stack(new App(), 'Stack');
  const props = { endpointName: 'vision', models: [], contentHash: 'hash' };
  new SmokeTest(stack, 'SmokeTest', { ...props, targetModels });
  return stack;
}

test('all models of a small set are tested, with their examples', () => {
  const { models, examples, outOf } = planOf(smokeTestStack(targetedModels(3)), smokeTestKey);
  expect(models.map(({ targetModel }) => targetModel)).toEqual([0, 1, 2].map((index) => `team/model-${index}.tar.gz`));
  expect(Object.keys(examples)).toEqual(models.map(({ name }) => name));
  expect(outOf).toBe(3);
});

test('a model that is added after the smoke test is created is also tested', () => {
  const models = targetedModels(1);
  const stack = smokeTestStack(models);
  models.push({ model: classifier(), targetModel: 'added.tar.gz' });
  expect(planOf(stack, smokeTestKey).models).toHaveLength(2);
});

test('a sample of 20 models is spaced evenly over the list', () => {
  const { models, outOf } = planOf(smokeTestStack(targetedModels(1000)), smokeTestKey);
  expect(models).toHaveLength(20);
  expect(models[19].targetModel).toBe('team/model-950.tar.gz');
  expect(outOf).toBe(1000);
});

test("the plan is not part of the resource's properties, and the role can read it", () => {
  const template = Template.fromStack(smokeTestStack(targetedModels(1000)));
  expect(JSON.stringify(template.toJSON()).length).toBeLessThan(20_000);
  const readStatement = statementsOf(template).find(({ Action }) => Action === 's3:GetObject');
  expect(JSON.stringify(readStatement?.Resource)).toContain(`/${smokeTestKey(template).split('-')[0]}-*.json`);
});

test('a smoke test that must load the models of a multi-model endpoint has the maximum timeout', () => {
  const [{ Properties }] = Object.values(
    Template.fromStack(smokeTestStack(targetedModels(1))).findResources('Custom::TritonSmokeTest'),
  );
  expect(JSON.parse(Properties.Spec).timeoutSeconds).toBe(780);
});

test('the plan of the probe also contains a sample of 20 models', () => {
  const stack = new Stack(new App(), 'Stack');
  new Probe(stack, 'Probe', {
    endpointName: 'vision',
    endpointConfigName: 'config',
    variantName: 'AllTraffic',
    models: [],
    targetModels: targetedModels(30),
  });
  const probeKey = (template: Template): string => {
    const [{ Properties }] = Object.values(template.findResources('AWS::Events::Rule'));
    return /(\w+-[0-9a-f]{64}\.json)/.exec(JSON.stringify(Properties.Targets[0]))?.[1] ?? '';
  };
  expect(planOf(stack, probeKey).models).toHaveLength(20);
});
