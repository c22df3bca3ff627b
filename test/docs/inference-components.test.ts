import * as fs from 'node:fs';
import * as path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { artifact } from '../../bin/model-folders';
import { ComponentQueueStack } from '../../bin/component-queue-stack';
import { InstanceType, Scaling, TritonInferenceComponents, TritonModel } from '../../lib';
import schemas from '../../lib/facts/cloudformation-schemas.json';
import { builtInPrice } from '../../lib/facts/prices';
import { billedItems, monthlyCost } from '../monitoring/fixtures/monthly-cost';

// The numbers on the page of inference components are those of the library.

const PAGE = fs.readFileSync(path.join(__dirname, '..', '..', 'docs', 'inference-components.md'), 'utf8');

/** The numbers in the only sentence of the page that matches. A `#` in the pattern is a number. */
function numbersIn(sentence: string): number[] {
  const pattern = sentence.replace(/[.()|[\]]/g, '\\$&').replaceAll('#', '([\\d.,]*\\d)');
  const matches = [...PAGE.matchAll(new RegExp(pattern, 'g'))];
  expect(matches.map(([match]) => match)).toHaveLength(1);
  const [[, ...numbers]] = matches;
  return numbers.map((number) => Number(number.replaceAll(',', '')));
}

/** The price of an instance type in USD per hour. */
function priceOf(type: string): number {
  const price = builtInPrice(type);
  if (price === undefined) throw new Error(`${type} has no price`);
  return price;
}

const cents = (usd: number): number => Number(usd.toFixed(2));

/** An endpoint with copies of a component, each with default settings or those of a component that scales in to zero copies. */
function endpointWith(count: number, scaling?: Scaling): Template {
  const stack = new Stack(new App(), 'Stack');
  const model = TritonModel.fromDirectory(artifact('image-classifier', 'onnx'), { name: 'classifier' });
  new TritonInferenceComponents(stack, 'Shared', {
    instanceType: InstanceType.G5_12XLARGE,
    maxInstanceCount: 8,
    components: Array.from({ length: count }, (_, index) => ({ componentName: `c${index}`, model, scaling })),
  });
  return Template.fromStack(stack);
}

/** The numbers of instances of the first example on the page. */
function firstExample(): { MinInstanceCount: number; MaxInstanceCount: number } {
  const stack = new Stack(new App(), 'Stack');
  const model = TritonModel.fromDirectory(artifact('image-classifier', 'onnx'), { name: 'classifier' });
  new TritonInferenceComponents(stack, 'Shared', {
    instanceType: InstanceType.G5_12XLARGE,
    maxInstanceCount: 2,
    components: [
      { componentName: 'classifier', model },
      {
        componentName: 'detector',
        model,
        scaling: Scaling.invocationsPerCopy({ minCapacity: 0, maxCapacity: 2, invocationsPerSecond: 10 }),
      },
    ],
  });
  const [config] = Object.values(Template.fromStack(stack).findResources('AWS::SageMaker::EndpointConfig'));
  return config.Properties.ProductionVariants[0].ManagedInstanceScaling;
}

test('the instances and the cost of the first example', () => {
  const { MinInstanceCount, MaxInstanceCount } = firstExample();
  const price = priceOf('ml.g5.12xlarge');
  expect(PAGE).toContain('instanceType: InstanceType.G5_12XLARGE, // 4 GPUs');
  expect(numbersIn('the endpoint scales between # and # instances')).toEqual([MinInstanceCount, MaxInstanceCount]);
  expect(numbersIn('costs # USD per hour (# USD per month) with one instance, and # USD per hour with two')).toEqual([
    cents(price * MinInstanceCount),
    cents(price * MinInstanceCount * 730),
    cents(price * MaxInstanceCount),
  ]);
});

test('the price of two endpoints, which is lower than that of the first example', () => {
  const price = 2 * priceOf('ml.g5.xlarge');
  expect(numbersIn('Two endpoints, each on a single `ml.g5.xlarge`, cost # USD per hour')).toEqual([price]);
  expect(price).toBeLessThan(priceOf('ml.g5.12xlarge'));
});

test('the prices per GPU', () => {
  const rows = [...PAGE.matchAll(/^\| `(ml\.[\w.]+)` \| (\d+) \| ([\d.]+) \| ([\d.]+) \|$/gm)];
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.map(([, type, ...numbers]) => [type, ...numbers.map(Number)])).toEqual(
    rows.map(([, type]) => {
      const { gpuCount = NaN } = InstanceType.of(type);
      return [type, gpuCount, priceOf(type), priceOf(type) / gpuCount];
    }),
  );
});

test('the monthly cost of each component and of the dashboard', () => {
  const toZero = Scaling.invocationsPerCopy({ minCapacity: 0, maxCapacity: 2, invocationsPerSecond: 10 });
  const cost = (count: number, scaling?: Scaling): number =>
    monthlyCost(billedItems(endpointWith(count, scaling), scaling ? 0 : 2 * count));
  const perComponent = cost(2) - cost(1);
  expect(
    numbersIn(
      'costs # USD per month for its alarms and metrics, or # USD if it scales in to zero copies and has no probe. The dashboard of the endpoint costs # USD',
    ),
  ).toEqual([cents(perComponent), cents(cost(2, toZero) - cost(1, toZero)), cents(cost(1) - perComponent)]);
});

test('the number of components of an endpoint', () => {
  const [components] = numbersIn('permits # components with default settings');
  const resources = [components - 1, components].map((count) => Object.keys(endpointWith(count).toJSON().Resources));
  expect(() => endpointWith(components + 1)).toThrow(/greater than allowed maximum of 500/);
  const [about] = numbersIn('adds about # resources to its stack');
  expect(Math.round((resources[1].length - resources[0].length) / 10) * 10).toBe(about);
});

test('the Regions without the resource type in CloudFormation', () => {
  const regions = Object.entries(schemas.missing).filter(([, types]) =>
    types.includes('AWS::SageMaker::InferenceComponent'),
  );
  const listed = /the resource type `AWS::SageMaker::InferenceComponent` in ([^.]*)\./.exec(PAGE)?.[1].split(', ');
  expect(listed).toEqual(regions.map(([region]) => region).sort());
});

test('the times in the example with a queue', () => {
  const app = new App({ context: { 'aws:cdk:bundling-stacks': [] } });
  const template = Template.fromStack(new ComponentQueueStack(app, 'ComponentQueue'));
  const queues = Object.values(template.findResources('AWS::SQS::Queue'));
  const [{ VisibilityTimeout, RedrivePolicy }] = queues.flatMap(({ Properties }) =>
    Properties.RedrivePolicy ? [Properties] : [],
  );
  expect(numbersIn('delivers such a message again every # minutes for an hour')).toEqual([VisibilityTimeout / 60]);
  expect(VisibilityTimeout * RedrivePolicy.maxReceiveCount).toBe(3600);
});
