import * as fs from 'fs';
import * as os from 'os';
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
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-'));
  const modelFile = path.join(folder, 'model.pt');
  fs.writeFileSync(modelFile, 'weights');
  const ours = new Stack(new App(), 'Stack');
  new OurEndpoint(ours, 'Endpoint', 'text', modelFile);
  const theirs = new Stack(new App(), 'Stack');
  new HandwrittenEndpoint(theirs, 'Endpoint', 'text', modelFile);
  fs.rmSync(folder, { recursive: true });

  const resourcesOf = (stack: Stack) => Object.values<Resource>(Template.fromStack(stack).toJSON().Resources);
  const types = (resources: Resource[]) => resources.map(({ Type }) => Type).sort();
  const widgets = (resources: Resource[]) =>
    resources
      .flatMap(({ Properties: { DashboardBody } }) => (DashboardBody ? [JSON.stringify(DashboardBody)] : []))
      .flatMap((body) => [...body.matchAll(/\\"type\\":\\"(\w+)\\"/g)].map((match) => match[1]))
      .sort();
  expect(types(resourcesOf(ours))).toEqual(types(resourcesOf(theirs)));
  expect(widgets(resourcesOf(ours))).toEqual(widgets(resourcesOf(theirs)));
  expect(widgets(resourcesOf(ours)).length).toBe(7);
});
