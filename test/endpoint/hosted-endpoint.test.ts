import { App, Stack } from 'aws-cdk-lib';
import { TritonMultiModelEndpoint, TritonRealtimeEndpoint } from '../../lib';
import { classifier } from './fixtures';

/** A real-time endpoint and a multi-model endpoint. */
function bothKinds(stack: Stack): (TritonRealtimeEndpoint | TritonMultiModelEndpoint)[] {
  return [
    new TritonRealtimeEndpoint(stack, 'Classifier', { model: classifier() }),
    new TritonMultiModelEndpoint(stack, 'Vision', { models: [classifier()] }),
  ];
}

test('real-time and multi-model endpoints have the same properties', () => {
  for (const endpoint of bothKinds(new Stack(new App(), 'Stack'))) {
    const [variant] = endpoint.variants;
    expect(endpoint.variantNames).toEqual([variant.variantName]);
    expect(endpoint.alarms).toEqual([variant.alarms]);
    expect(endpoint.cfnEndpoint.endpointName).toBe(endpoint.endpointName);
    expect(endpoint.dashboard?.node.scope).toBe(endpoint);
  }
});
