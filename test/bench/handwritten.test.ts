import * as path from 'path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { HandwrittenEndpoint } from '../../bench/apps/handwritten';
import { OurEndpoint } from '../../bench/apps/ours';

interface Resource {
  readonly Type: string;
  readonly Properties: { readonly DashboardBody?: { readonly 'Fn::Join': [string, unknown[]] } };
}

test('the hand-written stack of the benchmark has the same resources, alarms and widgets as ours', () => {
  const modelFile = path.join(
    __dirname,
    '..',
    '..',
    'model-artifacts',
    'image-classifier',
    'torchscript',
    '1',
    'model.pt',
  );
  const ours = new Stack(new App(), 'Stack');
  new OurEndpoint(ours, 'Endpoint', 'text', modelFile);
  const theirs = new Stack(new App(), 'Stack');
  new HandwrittenEndpoint(theirs, 'Endpoint', 'text', modelFile);

  const resourcesOf = (stack: Stack) => Object.values<Resource>(Template.fromStack(stack).toJSON().Resources);
  const types = (resources: Resource[]) => resources.map(({ Type }) => Type).sort();
  const widgets = (resources: Resource[]) =>
    resources
      .flatMap(({ Properties: { DashboardBody } }) => (DashboardBody ? [JSON.stringify(DashboardBody)] : []))
      .flatMap((body) => [...body.matchAll(/\\"type\\":\\"(\w+)\\"/g)].map((match) => match[1]))
      .sort();
  expect(types(resourcesOf(ours))).toEqual(types(resourcesOf(theirs)));
  expect(widgets(resourcesOf(ours))).toEqual(widgets(resourcesOf(theirs)));
  expect(widgets(resourcesOf(ours)).length).toBe(22);
});
