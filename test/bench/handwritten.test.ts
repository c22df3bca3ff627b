import * as path from 'path';
import { Stack } from 'aws-cdk-lib';
import { HandwrittenEndpoint } from '../../bench/apps/handwritten';
import { OurEndpoint } from '../../bench/apps/ours';
import { renamesBetween } from './renames';
import { Resource, Template, withoutHashes } from '../../scripts/template-diff/template';
import { templateOf } from '../template-of';

const ARTIFACTS = path.join(__dirname, '..', '..', 'model-artifacts', 'image-classifier');
const MODEL_FILE = path.join(ARTIFACTS, 'torchscript', '1', 'model.pt');
const PLAN = path.join(ARTIFACTS, 'torchscript.example.json');

/** Returns the template of a stack with two endpoints, which share some functions. Hashes are removed. */
function endpointsTemplate(build: (stack: Stack, name: string) => void): Template {
  const template = templateOf((stack) => ['text', 'image'].forEach((name) => build(stack, name)));
  return withoutHashes(template.toJSON());
}

/** Removes hashes, names and prefixes that are derived from construct paths and therefore differ between the two stacks. */
function withoutPaths({ Type, Properties = {} }: Resource): Resource {
  const { PolicyName: _, AlarmName, ...others } = Properties;
  const isComposite = Type === 'AWS::CloudWatch::CompositeAlarm';
  const properties = isComposite ? others : { ...others, ...(AlarmName !== undefined && { AlarmName }) };
  return {
    Type,
    Properties: JSON.parse(
      JSON.stringify(properties)
        .replace(/Stack-(\w+)-[0-9A-F]{8}\/([0-9a-f]{8}\/\1\/)?/g, '$1/')
        .replace(/(policyName\W+[\w.-]+)-[0-9a-f]{16}/g, '$1'),
    ),
  };
}

const resourcesOf = ({ Resources = {} }: Template): Record<string, Resource> =>
  Object.fromEntries(Object.entries(Resources).map(([id, resource]) => [id, withoutPaths(resource)]));

const dependenciesOf = (resource: Resource | undefined, renameId: (id: string) => string = (id) => id): string[] =>
  ((resource as { DependsOn?: string[] }).DependsOn ?? []).map(renameId).sort();

test('the handwritten stack of the benchmark has the same template as the stack that uses this library', () => {
  const libraryTemplate = endpointsTemplate((stack, name) => new OurEndpoint(stack, name, name, MODEL_FILE));
  const handwrittenTemplate = endpointsTemplate(
    (stack, name) => new HandwrittenEndpoint(stack, name, name, MODEL_FILE, PLAN),
  );
  const [libraryResources, handwrittenResources] = [resourcesOf(libraryTemplate), resourcesOf(handwrittenTemplate)];
  const renames = renamesBetween({ Resources: libraryResources }, { Resources: handwrittenResources });
  const handwrittenId = (id: string): string => renames.get(id) ?? id;

  const renamed = Object.entries(libraryResources).map(([id, resource]) => [handwrittenId(id), resource]);
  const withHandwrittenIds = JSON.parse(
    JSON.stringify(Object.fromEntries(renamed), (_, value) => handwrittenId(value)),
  );
  expect(withHandwrittenIds).toEqual(handwrittenResources);
  expect(libraryTemplate.Mappings).toEqual(handwrittenTemplate.Mappings);
  for (const id of Object.keys(libraryResources)) {
    expect(dependenciesOf(libraryTemplate.Resources?.[id], handwrittenId)).toEqual(
      dependenciesOf(handwrittenTemplate.Resources?.[handwrittenId(id)]),
    );
  }
});
