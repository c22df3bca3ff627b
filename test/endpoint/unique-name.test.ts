import { App, Stack } from 'aws-cdk-lib';
import { TritonRealtimeEndpoint } from '../../lib';
import { classifier } from './fixtures';

const createEndpoint = (stack: Stack, id: string, endpointName: string): void =>
  void new TritonRealtimeEndpoint(stack, id, { model: classifier(), endpointName });
const IRELAND = { account: '111122223333', region: 'eu-west-1' };

test('two endpoints with the same name are rejected, and the error contains the path of the first endpoint', () => {
  const stack = new Stack(new App(), 'Serving');
  createEndpoint(stack, 'One', 'Classifier');
  expect(() => createEndpoint(stack, 'Two', 'classifier')).toThrow(
    /^Serving\/Two: .*\n {2}- endpointName: got 'classifier', which Serving\/One already has.*sm\.endpoint-name/,
  );
});

test('endpoints of different stacks are compared only if account and Region are known', () => {
  const app = new App();
  createEndpoint(new Stack(app, 'One', { env: IRELAND }), 'Endpoint', 'classifier');
  createEndpoint(new Stack(app, 'Elsewhere', { env: { ...IRELAND, region: 'us-east-1' } }), 'Endpoint', 'classifier');
  createEndpoint(new Stack(app, 'Anywhere'), 'Endpoint', 'classifier');
  expect(() => createEndpoint(new Stack(app, 'Two', { env: IRELAND }), 'Endpoint', 'classifier')).toThrow(
    /which One\/Endpoint already has/,
  );
});

test('the name of a removed endpoint can be used again', () => {
  const stack = new Stack(new App(), 'Serving');
  createEndpoint(stack, 'One', 'classifier');
  stack.node.tryRemoveChild('One');
  expect(() => createEndpoint(stack, 'Two', 'classifier')).not.toThrow();
});
