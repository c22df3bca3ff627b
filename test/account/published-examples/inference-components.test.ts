/**
 * Reproduces the requests of AWS's notebooks about inference components, and compares the answers that AWS printed. The requests are in the
 * folder `inference-components/`.
 */
import { notebook } from './notebook';
import { componentNotebook, Replay } from './replay';

/** Whether a container answers with errors, as the notebook about a rollback intends. */
const answersWithErrors = ({ environment = {} }: { environment?: Readonly<Record<string, string>> }): boolean =>
  environment.HF_MODEL_ID?.startsWith('deepseek') === true && !('MESSAGES_API_ENABLED' in environment);

function replayOf(off: string[] = []) {
  const aws = notebook({ off });
  return { ...aws, replay: new Replay(aws) };
}

const counts = (
  answers: readonly Record<string, unknown>[],
  member = 'RuntimeConfig',
  name = 'CurrentCopyCount',
): number[] =>
  answers
    .map((answer) => [answer[member]].flat()[0] as Record<string, number> | undefined)
    .flatMap((part) => part?.[name] ?? [])
    .filter((count, index, all) => count !== all[index - 1]);

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
    const { replay } = replayOf(off);
    await replay.run(componentNotebook(name));
    expect(replay.answers.length).toBeGreaterThan(10);
  });
});

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

test('instances follow the copies of a component with five pools', async () => {
  const { replay, sagemaker } = replayOf();
  // The pool with the highest priority has capacity for one instance.
  let started = 0;
  sagemaker.hooks.hasCapacity = (type) => type !== 'ml.g6.48xlarge' || started++ === 0;
  await replay.run(componentNotebook('instance-pools'));
  expect(counts(replay.answersTo('DescribeEndpoint'), 'ProductionVariants', 'CurrentInstanceCount')).toEqual([4, 5, 1]);
  const [placed] = replay
    .answersTo('DescribeInferenceComponent')
    .filter(({ InferenceComponentStatus: status }) => status === 'InService');
  expect(placed).toMatchObject({ RuntimeConfig: { DesiredCopyCount: 3, CurrentCopyCount: 3 } });
  expect((placed.RuntimeConfig as { PlacementStatus: object[] }).PlacementStatus.length).toBeGreaterThan(1);
});

test('a rolling update to errors is rolled back, and the second update succeeds', async () => {
  const { minutes, replay, sagemaker } = replayOf();
  sagemaker.hooks.requestsPerMinuteToComponent = () => 6; // the notebook sends a request every ten seconds
  sagemaker.hooks.quality = (serving) => ({ errors4xx: answersWithErrors(serving) ? 1 : 0 });
  const updates: unknown[] = [];
  await replay.run(componentNotebook('rolling-update-with-rollback'), async (step) => {
    const [component] = sagemaker['state'].components.values();
    const model = component?.version.specifications[0].input.Container?.Environment?.HF_MODEL_ID;
    if (/^(Update|Delete)InferenceComponent/.test(step.operation ?? '')) updates.push(model);
    // The user waits until the alarm is OK again.
    if (updates.length === 2) await minutes(15);
  });
  const [llama, deepseek] = ['meta-llama/Llama-3.1-8B-Instruct', 'deepseek-ai/DeepSeek-R1-Distill-Llama-8B'];
  expect(updates).toEqual([llama, llama, deepseek]);
  const states = replay
    .answersTo('DescribeAlarms')
    .map(({ MetricAlarms }) => (MetricAlarms as { StateValue: string }[])[0].StateValue);
  expect(states).toContain('ALARM');
  expect(Math.max(...counts(replay.answersTo('DescribeInferenceComponent')))).toBe(3);
});

test('copies and instances of two components follow the requests, from and to zero', async () => {
  const { minutes, replay, sagemaker } = replayOf();
  sagemaker.hooks.quality = () => ({ latencyMilliseconds: 20_000 });
  let hasLoad = false;
  sagemaker.hooks.requestsPerMinuteToComponent = (name) => (hasLoad && name.startsWith('ic-qwen') ? 18 : 0);
  await replay.run(componentNotebook('scale-down-to-zero-two-components'), async (step, previous) => {
    hasLoad = step.repeat === 6 || step.sleep_seconds === 10;
    // The scale-out from zero, and by the load, begins some minutes after the requests, and after a cooldown of five minutes.
    if (previous?.expect_error || (previous?.repeat === 6 && step.wait)) {
      hasLoad ||= previous.repeat === 6;
      await minutes(hasLoad ? 12 : 4);
      hasLoad = false;
    }
  });
  const copies = counts(
    replay
      .answersTo('DescribeInferenceComponent')
      .filter(
        ({ InferenceComponentName: name, InferenceComponentStatus: status }) =>
          name === 'ic-qwen-251116-2103' && status === 'InService',
      ),
  );
  expect(copies).toEqual([1, 0, 1, 2]);
  const instances = counts(replay.answersTo('DescribeEndpoint'), 'ProductionVariants', 'CurrentInstanceCount');
  expect(instances).toEqual([1, 0, 1]);
});
