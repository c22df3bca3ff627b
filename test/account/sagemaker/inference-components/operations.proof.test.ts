import * as fc from 'fast-check';
import { COMPONENT_BEHAVIORS } from './behaviors';
import { accountWithHost, BROKEN, specification } from './fixtures';
import { capacityOf, reservedOn } from './placement';
import { runs } from '../../../setup/proof';

const ASSUMED = COMPONENT_BEHAVIORS.filter(({ evidence }) => evidence === 'assumed').map(({ id }) => id);
const MODELS = ['model-1', 'model-2', 'broken'];

const name = fc.constantFrom('a', 'b', 'c');
const copies = fc.integer({ min: 0, max: 6 });
const gpus = fc.constantFrom(1, 2, 4);
const model = fc.constantFrom(...MODELS);
const operation = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), name, copies, gpus, model }),
  fc.record({ kind: fc.constant('update' as const), name, gpus, model, batch: fc.integer({ min: 5, max: 50 }) }),
  fc.record({ kind: fc.constant('scale' as const), name, copies }),
  fc.record({ kind: fc.constant('delete' as const), name }),
  fc.record({ kind: fc.constant('update endpoint' as const), count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('instance fails' as const) }),
);
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;
const history = fc.record({
  steps: fc.array(fc.record({ operation, minutes: fc.integer({ min: 0, max: 30 }) }), { minLength: 1, maxLength: 12 }),
  off: fc.subarray(ASSUMED),
  strategy: fc.constantFrom('IDLE_RELEASE', 'CONSOLIDATION'),
  isScaled: fc.boolean(),
});
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

const withGpus = (model: string, count: number): object =>
  specification(model, { NumberOfAcceleratorDevicesRequired: count });

async function runHistory({ steps, off, strategy, isScaled }: History): Promise<void> {
  const variants = (count: number): object => ({
    ProductionVariants: [
      {
        VariantName: 'AllTraffic',
        InstanceType: 'ml.g5.12xlarge',
        InitialInstanceCount: count,
        ...(isScaled
          ? {
              ManagedInstanceScaling: {
                Status: 'ENABLED',
                MinInstanceCount: 0,
                MaxInstanceCount: 3,
                ScaleInPolicy: { Strategy: strategy, CooldownInMinutes: 5 },
              },
            }
          : {}),
      },
    ],
  });
  const aws = await accountWithHost({ off, configOverrides: variants(1) });
  await aws.addModel('model-2');
  await aws.addModel('broken', BROKEN);
  let configCount = 1;
  const send = async (step: Operation): Promise<unknown> => {
    switch (step.kind) {
      case 'create':
        return aws.create(step.name, { copies: step.copies, Specification: withGpus(step.model, step.gpus) });
      case 'update':
        return aws.update(
          {
            Specification: withGpus(step.model, step.gpus),
            DeploymentConfig: {
              RollingUpdatePolicy: {
                MaximumBatchSize: { Type: 'CAPACITY_PERCENT', Value: step.batch },
                WaitIntervalInSeconds: 60,
              },
            },
          },
          step.name,
        );
      case 'scale':
        return aws.scale(step.copies, step.name);
      case 'delete':
        return aws.callSageMaker('DeleteInferenceComponent', { InferenceComponentName: step.name });
      case 'update endpoint': {
        const config = `config-${++configCount}`;
        await aws.addConfig(config, { configOverrides: variants(step.count) });
        return aws.callSageMaker('UpdateEndpoint', { EndpointName: 'shared', EndpointConfigName: config });
      }
      case 'instance fails': {
        const [variant] = aws.sagemaker['state'].endpoints.get('shared')?.fleet.variants ?? [];
        return variant.instances.length > 0 ? aws.sagemaker.replaceInstance('shared', 'AllTraffic') : undefined;
      }
    }
  };
  const check = (): void => {
    const state = aws.sagemaker['state'];
    const [variant] = state.endpoints.get('shared')?.fleet.variants ?? [];
    if (isScaled) expect(variant.instances.length).toBeLessThanOrEqual(3);
    for (const instance of variant.instances) {
      const [reserved, capacity] = [reservedOn(state, instance), capacityOf(aws.account, instance.type)];
      expect(reserved.gpus).toBeLessThanOrEqual(capacity.gpus);
      expect(reserved.memoryMb).toBeLessThanOrEqual(capacity.memoryMb);
    }
  };
  for (const step of steps) {
    await send(step.operation).catch((error: Error) => expect(error.name).toBe('ValidationException'));
    for (let minute = 0; minute < step.minutes; minute++) {
      await aws.minutes(1);
      check();
    }
  }
  await aws.minutes(240);
  expect(await aws.describeEndpoint()).toMatchObject({ EndpointStatus: 'InService' });
  for (const { name: componentName, status, copies: placed, desiredCopies } of aws.sagemaker[
    'state'
  ].components.values()) {
    expect([componentName, status]).toEqual([componentName, expect.stringMatching(/^(InService|Failed)$/)]);
    if (status === 'InService') expect([componentName, placed.length]).toEqual([componentName, desiredCopies]);
  }
}

test('after any operations, components settle with their copies, within the resources of the instances', async () => {
  await fc.assert(fc.asyncProperty(history, runHistory), { numRuns: runs(100, 10) });
});
