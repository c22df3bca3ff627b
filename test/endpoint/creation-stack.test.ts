import { App, CfnResource, Stack } from 'aws-cdk-lib';
import { IConstruct } from 'constructs';
import { TritonRealtimeEndpoint } from '../../lib';
import { classifier } from './fixtures';

function makeEndpoint(context: Record<string, unknown> = {}): IConstruct {
  const stack = new Stack(new App({ context }), 'Serving');
  return new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier() });
}

const tracesOf = (endpoint: IConstruct): string[] =>
  endpoint.node
    .findAll()
    .filter(CfnResource.isCfnResource)
    .map(({ creationStack }) => creationStack.join('\n'));

test('every resource of an endpoint has a trace to the line that creates the endpoint', () => {
  const traces = new Set(tracesOf(makeEndpoint()));
  expect([...traces]).toEqual([expect.stringContaining('makeEndpoint')]);
});

test('the resources have no trace if the app disables traces', () => {
  const traces = new Set(tracesOf(makeEndpoint({ 'aws:cdk:disable-creation-stack-traces': true })));
  expect([...traces]).toEqual(['']);
});
