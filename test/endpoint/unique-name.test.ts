import { App, Stack } from 'aws-cdk-lib';
import { TritonRealtimeEndpoint } from '../../lib';
import { classifier } from './fixtures';

const endpoint = (stack: Stack, id: string, endpointName: string): void =>
  void new TritonRealtimeEndpoint(stack, id, { model: classifier(), endpointName });
const IRELAND = { account: '111122223333', region: 'eu-west-1' };

test('two endpoints of one name are refused with the path of the other', () => {
  const stack = new Stack(new App(), 'Serving');
  endpoint(stack, 'One', 'Classifier');
  expect(() => endpoint(stack, 'Two', 'classifier')).toThrow(
    /^Serving\/Two: .*\n {2}- endpointName: got 'classifier', which Serving\/One already has.*sm\.endpoint-name/,
  );
});

test('stacks are compared where account and region are known', () => {
  const app = new App();
  endpoint(new Stack(app, 'One', { env: IRELAND }), 'Endpoint', 'classifier');
  endpoint(new Stack(app, 'Elsewhere', { env: { ...IRELAND, region: 'us-east-1' } }), 'Endpoint', 'classifier');
  endpoint(new Stack(app, 'Anywhere'), 'Endpoint', 'classifier');
  expect(() => endpoint(new Stack(app, 'Two', { env: IRELAND }), 'Endpoint', 'classifier')).toThrow(
    /which One\/Endpoint already has/,
  );
});

test('the name of an endpoint that was removed again is free', () => {
  const stack = new Stack(new App(), 'Serving');
  endpoint(stack, 'One', 'classifier');
  stack.node.tryRemoveChild('One');
  expect(() => endpoint(stack, 'Two', 'classifier')).not.toThrow();
});
