import * as fs from 'node:fs';
import * as path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { ModelExample } from '../../lib';
import { error } from '../../lib/findings/finding';
import { checkSmokeTest } from '../../lib/smoke-test/check';
import { Probe } from '../../lib/smoke-test/probe';
import { SmokeTest } from '../../lib/smoke-test/smoke-test';
import { TargetedModel } from '../../lib/smoke-test/targeted-model';
import { ARTIFACTS, classifier, statementsOf } from '../endpoint/fixtures';

const EXAMPLE = ModelExample.fromFile(path.join(ARTIFACTS, 'image-classifier', 'onnx.example.json'));

const targets = (count: number): TargetedModel[] =>
  Array.from({ length: count }, (_, index) => ({
    model: classifier({ examples: [EXAMPLE] }),
    targetModel: `team/model-${index}.tar.gz`,
  }));

interface Plan {
  readonly outOf: number;
  readonly models: { readonly name: string; readonly targetModel: string }[];
  readonly examples: Record<string, object[]>;
}

/** The plan that a synthesized construct lets its handler read. */
function planOf(stack: Stack, key: (template: Template) => string): Plan {
  const template = Template.fromStack(stack);
  const { outdir } = App.of(stack) as App;
  return JSON.parse(fs.readFileSync(path.join(outdir, `asset.${key(template)}`), 'utf8'));
}

const smokeTestKey = (template: Template): string =>
  Object.values(template.findResources('Custom::TritonSmokeTest'))[0].Properties.PlanKey;

function smokeTest(targetModels: TargetedModel[], sampledModels?: number): Stack {
  const stack = new Stack(new App(), 'Stack');
  const props = { endpointName: 'vision', models: [], contentHash: 'hash' };
  new SmokeTest(stack, 'SmokeTest', { ...props, targetModels, sampledModels });
  return stack;
}

test('every model of a small set is asked by the name of its object, with its examples', () => {
  const { models, examples, outOf } = planOf(smokeTest(targets(3)), smokeTestKey);
  expect(models.map(({ targetModel }) => targetModel)).toEqual([0, 1, 2].map((index) => `team/model-${index}.tar.gz`));
  expect(Object.keys(examples)).toEqual(models.map(({ name }) => name));
  expect(outOf).toBe(3);
});

test('a model that is added after the test was made is asked, too', () => {
  const models = targets(1);
  const stack = smokeTest(models);
  models.push({ model: classifier(), targetModel: 'late.tar.gz' });
  expect(planOf(stack, smokeTestKey).models).toHaveLength(2);
});

test('of many models a sample from all over the list is asked', () => {
  const { models, outOf } = planOf(smokeTest(targets(1000)), smokeTestKey);
  expect(models).toHaveLength(20);
  expect(models[19].targetModel).toBe('team/model-950.tar.gz');
  expect(outOf).toBe(1000);
  expect(planOf(smokeTest(targets(10), 2), smokeTestKey).models.map(({ targetModel }) => targetModel)).toEqual([
    'team/model-0.tar.gz',
    'team/model-5.tar.gz',
  ]);
  expect(checkSmokeTest({ sampledModels: 0 }, [], false)).toEqual([
    error('smoke-test.options', 'smokeTest.sampledModels', 'got 0; allowed: a whole number of at least 1'),
  ]);
});

test("the plan does not go into the resource's properties, and the role may read it", () => {
  const template = Template.fromStack(smokeTest(targets(1000)));
  expect(JSON.stringify(template.toJSON()).length).toBeLessThan(20_000);
  const read = statementsOf(template).find(({ Action }) => Action === 's3:GetObject');
  expect(JSON.stringify(read?.Resource)).toContain(`/${smokeTestKey(template).split('-')[0]}-*.json`);
});

test('the test may take as long as its function allows, since models have to be loaded', () => {
  const [{ Properties }] = Object.values(
    Template.fromStack(smokeTest(targets(1))).findResources('Custom::TritonSmokeTest'),
  );
  expect(JSON.parse(Properties.Spec).timeoutSeconds).toBe(780);
});

test('the probe asks the same sample in turns', () => {
  const stack = new Stack(new App(), 'Stack');
  new Probe(stack, 'Probe', {
    endpointName: 'vision',
    endpointConfigName: 'config',
    variantName: 'AllTraffic',
    models: [],
    targetModels: targets(30),
  });
  const key = (template: Template): string => {
    const [{ Properties }] = Object.values(template.findResources('AWS::Events::Rule'));
    return /(\w+-[0-9a-f]{64}\.json)/.exec(JSON.stringify(Properties.Targets[0]))?.[1] ?? '';
  };
  expect(planOf(stack, key).models).toHaveLength(20);
});
