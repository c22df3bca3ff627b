import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { TritonRealtimeEndpoint } from '../../lib';
import { classifier } from './fixtures';

/** The outputs of a stack that exports the name of an endpoint, as docs/ci.md describes. */
function exportsOf(exportName: (stack: Stack, endpoint: TritonRealtimeEndpoint) => void): unknown[] {
  const stack = new Stack(new App(), 'Serving');
  exportName(stack, new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), endpointName: 'vision' }));
  const outputs = Object.values(Template.fromStack(stack).findOutputs('*'));
  return outputs.map(({ Value, Export }) => [Value, Export.Name]);
}

test('the name of the endpoint can be exported as an attribute of the resource', () => {
  const exported = exportsOf((stack, { cfnEndpoint }) => void stack.exportValue(cfnEndpoint.attrEndpointName));
  expect(exported).toEqual([
    [{ 'Fn::GetAtt': [expect.stringMatching(/^Endpoint/), 'EndpointName'] }, expect.stringMatching(/^Serving:Export/)],
  ]);
});

test('an export of the property endpointName, which is plain text, requires a name', () => {
  const name = 'VisionEndpoint';
  expect(exportsOf((stack, { endpointName }) => void stack.exportValue(endpointName, { name }))).toEqual([
    ['vision', name],
  ]);
  expect(() => exportsOf((stack, { endpointName }) => void stack.exportValue(endpointName))).toThrow(
    /either supply 'name' or make sure to export a resource attribute/,
  );
});
