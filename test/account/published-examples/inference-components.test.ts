/**
 * Reproduces the requests of AWS's notebooks about inference components, and compares the answers that AWS printed. The requests are in the
 * folder `inference-components/`.
 */
import { notebook } from './notebook';
import { componentNotebook, Replay } from './replay';

function replayOf(off: string[] = []) {
  const aws = notebook({ off });
  return { ...aws, replay: new Replay(aws) };
}

test('an endpoint and a component have the printed descriptions', async () => {
  const { replay } = replayOf();
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
