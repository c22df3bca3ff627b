import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { TritonRealtimeEndpoint } from '../../lib';
import { classifier } from './fixtures';

/** The exports of a stack, as docs/pipelines.md makes them. */
function exportsOf(exportName: (stack: Stack, endpoint: TritonRealtimeEndpoint) => void): unknown[] {
  const stack = new Stack(new App(), 'Serving');
  exportName(stack, new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), endpointName: 'vision' }));
  const outputs = Object.values(Template.fromStack(stack).findOutputs('*'));
  return outputs.map(({ Value, Export }) => [Value, Export.Name]);
}

test('the attribute of the endpoint is exported', () => {
  const exported = exportsOf((stack, { cfnEndpoint }) => void stack.exportValue(cfnEndpoint.attrEndpointName));
  expect(exported).toEqual([
    [{ 'Fn::GetAtt': [expect.stringMatching(/^Endpoint/), 'EndpointName'] }, expect.stringMatching(/^Serving:Export/)],
  ]);
});

test('the name, which is plain text, is exported under a given name, for which CDK asks otherwise', () => {
  const name = 'VisionEndpoint';
  expect(exportsOf((stack, { endpointName }) => void stack.exportValue(endpointName, { name }))).toEqual([
    ['vision', name],
  ]);
  expect(() => exportsOf((stack, { endpointName }) => void stack.exportValue(endpointName))).toThrow(
    /either supply 'name' or make sure to export a resource attribute/,
  );
});
