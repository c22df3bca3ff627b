import { App, Stack } from 'aws-cdk-lib';
import { TritonMultiModelEndpoint, TritonRealtimeEndpoint } from '../../lib';
import { classifier } from './fixtures';

test('real-time and multi-model endpoints have the same properties', () => {
  const stack = new Stack(new App(), 'Stack');
  for (const endpoint of [
    new TritonRealtimeEndpoint(stack, 'Classifier', { model: classifier() }),
    new TritonMultiModelEndpoint(stack, 'Vision', { models: [classifier()] }),
  ]) {
    const [variant] = endpoint.variants;
    expect(endpoint.variantNames).toEqual([variant.variantName]);
    expect(endpoint.alarms).toEqual([variant.alarms]);
    expect(endpoint.cfnEndpoint.endpointName).toBe(endpoint.endpointName);
    expect(endpoint.dashboard?.node.scope).toBe(endpoint);
  }
});
