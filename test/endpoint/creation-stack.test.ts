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

test('every resource of an endpoint is traced to the line that made the endpoint', () => {
  const traces = new Set(tracesOf(makeEndpoint()));
  expect([...traces]).toEqual([expect.stringContaining('makeEndpoint')]);
});

test('an app that has traces off has none', () => {
  const traces = new Set(tracesOf(makeEndpoint({ 'aws:cdk:disable-creation-stack-traces': true })));
  expect([...traces]).toEqual(['']);
});
