import { App, Stack } from 'aws-cdk-lib';
import { Annotations } from 'aws-cdk-lib/assertions';
import * as monitoring from '../../lib/monitoring/request-alarms';
import { IHostedEndpoint, TritonMultiModelEndpoint, TritonRealtimeEndpoint } from '../../lib';
import { classifier } from './fixtures';

/** One endpoint of each kind. */
function bothKinds(stack: Stack): IHostedEndpoint[] {
  return [
    new TritonRealtimeEndpoint(stack, 'Classifier', { model: classifier() }),
    new TritonMultiModelEndpoint(stack, 'Vision', { models: [classifier()] }),
  ];
}

test('what both kinds of endpoint have can be used without knowing the kind', () => {
  for (const endpoint of bothKinds(new Stack(new App(), 'Stack'))) {
    const [variant] = endpoint.variants;
    expect(endpoint.variantNames).toEqual([variant.variantName]);
    expect(endpoint.alarms).toBe(variant.alarms);
    expect(endpoint.cfnEndpoint.endpointName).toBe(endpoint.endpointName);
    expect(endpoint.dashboard?.node.scope).toBe(endpoint);
  }
});

test('a variant has its probe and its smoke test as children', () => {
  for (const { variants } of bothKinds(new Stack(new App(), 'Stack'))) {
    const [{ node, probe, smokeTest }] = variants;
    expect(probe).toBe(node.findChild('Probe'));
    expect(smokeTest).toBe(node.findChild('SmokeTest'));
  }
});

test('alarms are worked out once for each variant', () => {
  const requestAlarms = vi.spyOn(monitoring, 'requestAlarms');
  try {
    const stack = new Stack(new App(), 'Stack');
    new TritonRealtimeEndpoint(stack, 'Classifier', {
      model: classifier(),
      variants: [{ variantName: 'Blue' }, { variantName: 'Green' }],
    });
    expect(requestAlarms).toHaveBeenCalledTimes(2);
    expect(Annotations.fromStack(stack).findError('*', '*')).toEqual([]);
  } finally {
    requestAlarms.mockRestore();
  }
});
