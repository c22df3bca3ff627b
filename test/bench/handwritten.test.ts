import * as path from 'path';
import { App, Stack } from 'aws-cdk-lib';
import { Template as Synthesized } from 'aws-cdk-lib/assertions';
import { HandwrittenEndpoint } from '../../bench/apps/handwritten';
import { OurEndpoint } from '../../bench/apps/ours';
import { renamesBetween } from '../../scripts/template-diff/renames';
import { Resource, Template, withoutHashes } from '../../scripts/template-diff/template';

const ARTIFACTS = path.join(__dirname, '..', '..', 'model-artifacts', 'image-classifier');
const MODEL_FILE = path.join(ARTIFACTS, 'torchscript', '1', 'model.pt');
const PLAN = path.join(ARTIFACTS, 'torchscript.example.json');

/** Of two endpoints, which share some functions. */
function templateOf(make: (stack: Stack, name: string) => void): Template {
  const stack = new Stack(new App(), 'Stack');
  make(stack, 'text');
  make(stack, 'image');
  return withoutHashes(Synthesized.fromStack(stack).toJSON());
}

/** Hashes aside, the two may call things otherwise: names and prefixes that are made of construct paths. */
function comparable({ Type, Properties = {} }: Resource): Resource {
  const { PolicyName: _, AlarmName, ...others } = Properties;
  const isComposite = Type === 'AWS::CloudWatch::CompositeAlarm';
  const properties = isComposite ? others : { ...others, ...(AlarmName !== undefined && { AlarmName }) };
  return {
    Type,
    Properties: JSON.parse(
      JSON.stringify(properties)
        .replace(/Stack-\w+-AllTraffic-[0-9A-F]{8}\//g, '')
        .replace(/[0-9a-f]{42}-(?=(\*|<hash>)\.json)/g, '')
        .replace(/(policyName\W+[\w.-]+)-[0-9a-f]{16}/g, '$1'),
    ),
  };
}

const resourcesOf = ({ Resources = {} }: Template): Record<string, Resource> =>
  Object.fromEntries(Object.entries(Resources).map(([id, resource]) => [id, comparable(resource)]));

const dependenciesOf = (resource: Resource | undefined, name: (id: string) => string = (id) => id): string[] =>
  ((resource as { DependsOn?: string[] }).DependsOn ?? []).map(name).sort();

test('the hand-written stack of the benchmark has the template of ours', () => {
  const ours = templateOf((stack, name) => new OurEndpoint(stack, name, name, MODEL_FILE));
  const theirs = templateOf((stack, name) => new HandwrittenEndpoint(stack, name, name, MODEL_FILE, PLAN));
  const [oneSide, otherSide] = [resourcesOf(ours), resourcesOf(theirs)];
  const renames = renamesBetween({ Resources: oneSide }, { Resources: otherSide });
  const theirName = (id: string): string => renames.get(id) ?? id;

  const renamed = Object.entries(oneSide).map(([id, resource]) => [theirName(id), resource]);
  const withTheirNames = JSON.parse(JSON.stringify(Object.fromEntries(renamed), (_, value) => theirName(value)));
  expect(withTheirNames).toEqual(otherSide);
  expect(ours.Mappings).toEqual(theirs.Mappings);
  for (const id of Object.keys(oneSide)) {
    expect(dependenciesOf(ours.Resources?.[id], theirName)).toEqual(dependenciesOf(theirs.Resources?.[theirName(id)]));
  }
});
