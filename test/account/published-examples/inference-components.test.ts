/**
 * Reproduces the requests of AWS's notebooks about inference components, and compares the answers that AWS printed. The requests are in the
 * folder `inference-components/`.
 */
import { hostingAccount } from '../hosting-account';
import { componentNotebook, Replay } from './replay';

function replayOf(off: string[] = []): Replay {
  // Configurations must be visible immediately, because notebooks create the endpoint immediately after its configuration.
  return new Replay(hostingAccount({ off: ['sagemaker.configurations-become-visible-later', ...off] }));
}

describe.each([
  ['is rejected', []],
  ['is accepted', ['sagemaker.endpoints-with-components-are-not-deleted']],
])('if the deletion of an endpoint with components %s,', (_, off) => {
  test.each([
    'autoscaling-llama3-tgi',
    'ic-rolling-deployment',
    'instance-pools',
    'rolling-update-with-rollback',
    'scale-to-zero-adts-kr',
    'scale-to-zero-scheduled',
    'triton-deberta-tensorrt',
    'triton-nli-ensemble',
    'workshop-llama2-autoscaling',
  ])('the requests of %s have the answers of AWS', async (name) => {
    const replay = replayOf(off);
    await replay.run(componentNotebook(name));
    expect(replay.answers.length).toBeGreaterThan(10);
  });
});

test('an endpoint and a component have the printed descriptions', async () => {
  const replay = replayOf();
  await replay.run(componentNotebook('scale-to-zero-adts-kr'));
  expect(replay.answersTo('DescribeEndpoint').at(-1)).toEqual({
    EndpointName: 'ad-ts-endpoint',
    EndpointArn: expect.stringMatching(/endpoint\/ad-ts-endpoint$/),
    EndpointConfigName: 'ad-ts-endpoint-config',
    ProductionVariants: [
      {
        VariantName: 'AllTraffic',
        CurrentInstanceCount: 0,
        DesiredInstanceCount: 0,
        ManagedInstanceScaling: { Status: 'ENABLED', MinInstanceCount: 0, MaxInstanceCount: 3 },
        RoutingConfig: { RoutingStrategy: 'LEAST_OUTSTANDING_REQUESTS' },
      },
    ],
    EndpointStatus: 'InService',
    CreationTime: expect.any(Date),
    LastModifiedTime: expect.any(Date),
  });
  expect(Object.keys(replay.answersTo('DescribeInferenceComponent').at(-1) ?? {}).sort()).toEqual([
    'CreationTime',
    'EndpointArn',
    'EndpointName',
    'InferenceComponentArn',
    'InferenceComponentName',
    'InferenceComponentStatus',
    'LastModifiedTime',
    'RuntimeConfig',
    'Specification',
    'VariantName',
  ]);
  expect(replay.answersTo('DeleteEndpoint')).toEqual([{}]);
});
