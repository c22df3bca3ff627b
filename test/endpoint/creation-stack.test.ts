import { App, CfnResource, Stack } from 'aws-cdk-lib';
import { IConstruct } from 'constructs';
import { TritonRealtimeEndpoint } from '../../lib';
import { classifier } from './fixtures';

/** Creates an endpoint. The unit tests disable traces, so each app sets the context itself. */
function makeEndpoint(disablesTraces: boolean): IConstruct {
  const postCliContext = {
    'aws:cdk:disable-stack-trace': disablesTraces,
    'aws:cdk:disable-creation-stack-traces': disablesTraces,
  };
  const stack = new Stack(new App({ postCliContext }), 'Serving');
  return new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier() });
}

const tracesOf = (endpoint: IConstruct): string[] =>
  endpoint.node
    .findAll()
    .filter(CfnResource.isCfnResource)
    .map(({ creationStack }) => creationStack.join('\n'));

test('every resource of an endpoint has a trace to the line that creates the endpoint', () => {
  const traces = new Set(tracesOf(makeEndpoint(false)));
  expect([...traces]).toEqual([expect.stringContaining('makeEndpoint')]);
});

test('the resources have no trace if the app disables traces', () => {
  const traces = new Set(tracesOf(makeEndpoint(true)));
  expect([...traces]).toEqual(['']);
});
