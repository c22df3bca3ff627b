import * as fs from 'fs';
import * as path from 'path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { HandwrittenEndpoint } from '../../bench/apps/handwritten';
import { OurEndpoint } from '../../bench/apps/ours';

interface Resource {
  readonly Type: string;
  readonly Properties: {
    readonly DashboardBody?: { readonly 'Fn::Join': [string, unknown[]] };
    readonly PolicyDocument?: { readonly Statement: { readonly Action: string | string[] }[] };
    readonly Policies?: { readonly PolicyDocument: { readonly Statement: { readonly Action: string | string[] }[] } }[];
  };
}

const ARTIFACTS = path.join(__dirname, '..', '..', 'model-artifacts', 'image-classifier');
const MODEL_FILE = path.join(ARTIFACTS, 'torchscript', '1', 'model.pt');
const PLAN = path.join(ARTIFACTS, 'torchscript.example.json');

/** What there is of a stack to compare. */
interface Contents {
  readonly types: string[];
  readonly actions: string[];
  readonly widgets: string[];
  readonly assets: number;
}

function contentsOf(make: (stack: Stack) => void): Contents {
  const app = new App();
  const stack = new Stack(app, 'Stack');
  make(stack);
  const resources = Object.values<Resource>(Template.fromStack(stack).toJSON().Resources);
  const properties = resources.map(({ Properties }) => Properties);
  return {
    types: resources.map(({ Type }) => Type).sort(),
    actions: properties
      .flatMap(({ Policies = [], PolicyDocument }) => [...Policies, { PolicyDocument }])
      .flatMap(({ PolicyDocument }) => PolicyDocument?.Statement ?? [])
      .flatMap(({ Action }) => Action)
      .sort(),
    widgets: properties
      .flatMap(({ DashboardBody }) => (DashboardBody ? [JSON.stringify(DashboardBody)] : []))
      .flatMap((body) => [...body.matchAll(/\\"type\\":\\"(\w+)\\"/g)].map((match) => match[1]))
      .sort(),
    assets: Object.keys(JSON.parse(fs.readFileSync(path.join(app.outdir, 'Stack.assets.json'), 'utf8')).files).length,
  };
}

test('the hand-written stack of the benchmark has the same resources, permissions, widgets and assets as ours', () => {
  const ours = contentsOf((stack) => new OurEndpoint(stack, 'Endpoint', 'text', MODEL_FILE));
  const theirs = contentsOf((stack) => new HandwrittenEndpoint(stack, 'Endpoint', 'text', MODEL_FILE, PLAN));
  expect(ours).toEqual(theirs);
  expect(ours.widgets.length).toBe(22);
});
