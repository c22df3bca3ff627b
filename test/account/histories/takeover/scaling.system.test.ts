import { InstanceType, Scaling } from '../../../../lib';
import type { Simulation } from '../../simulation';
import { importApp, libraryApp, logicalIdsOf } from './apps';
import { APP, failAtTheEnd, IMPORT, withLegacyEndpoint } from './fixtures';
import {
  describeEndpoint,
  describeScaling,
  ENDPOINT,
  LEGACY,
  LEGACY_ACTION,
  LEGACY_POLICY,
  putStepPolicy,
  scaleLegacyEndpoint,
} from './legacy-endpoint';
import { Takeover } from './takeover';

const LEGACY_SCALING = { limits: [2, 6], policies: [LEGACY_POLICY], actions: [LEGACY_ACTION], suspended: false };

describe('an endpoint that scales', () => {
  test('has the scaling of the app after the deployment', async () => {
    await withLegacyEndpoint(async (aws) => {
      await scaleLegacyEndpoint(aws);
      expect(await describeScaling(aws)).toEqual(LEGACY_SCALING);
      const takeover = new Takeover(aws, APP, IMPORT);
      await takeover.import();
      expect(await takeover.deploy()).toEqual({ status: 'UPDATE_COMPLETE', reason: '' });
      expect(await describeScaling(aws)).toEqual({
        limits: [2, 4],
        policies: [expect.stringMatching(/^ConcurrentRequests-/)],
        actions: [],
        suspended: false,
      });
    });
  });

  test.each<[string, (aws: Simulation) => void, string]>([
    ['at its end', failAtTheEnd, 'the smoke test failed'],
    [
      'because the new version does not start',
      ({ sagemaker }) => {
        sagemaker.hooks.startContainer = ({ endpointConfigName }) =>
          endpointConfigName === LEGACY ? {} : { failure: 'not healthy', log: ['CUDA out of memory'] };
      },
      'ping health check',
    ],
    [
      'before the endpoint is updated',
      ({ cloudformation }) => {
        cloudformation.injectFailure = ({ logicalId, action, phase }) =>
          logicalId === logicalIdsOf(APP.template).endpoint && action === 'update' && phase === 'forward'
            ? 'rejected'
            : undefined;
      },
      'rejected',
    ],
  ])('has its earlier scaling if the deployment fails %s', async (_, fail, expectedReason) => {
    await withLegacyEndpoint(async (aws) => {
      await scaleLegacyEndpoint(aws);
      const takeover = new Takeover(aws, APP, IMPORT);
      await takeover.import();
      fail(aws);
      const { status, reason } = await takeover.deploy();
      expect([status, reason]).toEqual(['UPDATE_ROLLBACK_COMPLETE', expect.stringContaining(expectedReason)]);
      expect(await describeScaling(aws)).toEqual(LEGACY_SCALING);
      expect(await describeEndpoint(aws)).toEqual({ status: 'InService', config: LEGACY, instances: 2 });
      expect(takeover.hasAlwaysServed).toBe(true);
    });
  });

  test('keeps its scaling if the app does not say that it takes the endpoint over, since the deployment fails', async () => {
    const app = libraryApp(() => ({ takeover: false }));
    const imported = importApp(app);
    await withLegacyEndpoint(async (aws) => {
      await scaleLegacyEndpoint(aws);
      const takeover = new Takeover(aws, app, imported);
      await takeover.import();
      const { status, reason } = await takeover.deploy();
      expect(status).toBe('UPDATE_ROLLBACK_COMPLETE');
      expect(reason).toContain(`endpoint/${ENDPOINT}/variant/AllTraffic already exists`);
      expect(await describeScaling(aws)).toEqual(LEGACY_SCALING);
    });
  });

  test('does not scale after the deployment of an app without scaling, and has the instances of the app', async () => {
    const app = libraryApp(() => ({ scaling: Scaling.none(), instanceCount: 3 }));
    const imported = importApp(app);
    await withLegacyEndpoint(async (aws) => {
      await scaleLegacyEndpoint(aws);
      const takeover = new Takeover(aws, app, imported);
      await takeover.import();
      expect(await takeover.deploy()).toEqual({ status: 'UPDATE_COMPLETE', reason: '' });
      expect(await describeScaling(aws)).toBeUndefined();
      expect(await describeEndpoint(aws)).toMatchObject({ instances: 3 });
    });
  });

  test('is not changed by an app that scales other instance types, since a rollback could not restore it', async () => {
    const app = libraryApp(() => ({ instanceType: InstanceType.G5_XLARGE }));
    const imported = importApp(app);
    await withLegacyEndpoint(async (aws) => {
      await scaleLegacyEndpoint(aws);
      const takeover = new Takeover(aws, app, imported);
      await takeover.import();
      const { status, reason } = await takeover.deploy();
      expect(status).toBe('UPDATE_ROLLBACK_COMPLETE');
      expect(reason).toContain(
        'scales the variant AllTraffic on ml.g5.xlarge, and the endpoint has it on ml.g4dn.xlarge',
      );
      expect(await describeScaling(aws)).toEqual(LEGACY_SCALING);
      expect(await describeEndpoint(aws)).toMatchObject({ config: LEGACY });
    });
  });

  test('with step scaling is not changed, and the message names the policy', async () => {
    await withLegacyEndpoint(async (aws) => {
      await scaleLegacyEndpoint(aws);
      await putStepPolicy(aws, 'ScaleOutSteps');
      const takeover = new Takeover(aws, APP, IMPORT);
      await takeover.import();
      const updates = (): number => aws.account.log.filter(({ operation }) => operation === 'UpdateEndpoint').length;
      const updatesOfImport = updates();
      const { status, reason } = await takeover.deploy();
      expect(status).toBe('UPDATE_ROLLBACK_COMPLETE');
      expect(reason).toContain('the variant AllTraffic has the policy ScaleOutSteps of the type StepScaling');
      expect(updates()).toBe(updatesOfImport);
      expect(await describeScaling(aws)).toMatchObject({ policies: [LEGACY_POLICY, 'ScaleOutSteps'] });
    });
  });

  test('and that belongs to no stack keeps its scaling if an app creates an endpoint with the same name', async () => {
    await withLegacyEndpoint(async (aws) => {
      await scaleLegacyEndpoint(aws);
      const { status } = await new Takeover(aws, APP, IMPORT).deploy();
      expect(status).toBe('ROLLBACK_COMPLETE');
      expect(await describeScaling(aws)).toEqual(LEGACY_SCALING);
      expect(aws.account.log.filter(({ operation }) => operation === 'DeregisterScalableTarget')).toEqual([]);
    });
  });
});
