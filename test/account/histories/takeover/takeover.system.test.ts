import { InstanceType, Scaling } from '../../../../lib';
import { Switches } from '../../behavior';
import { destroy } from '../../cloudformation/deploy';
import { simulate, Simulation } from '../../simulation';
import { unexpectedDenials } from '../expected-denials';
import { allResources } from '../invariants';
import { importApp, libraryApp, logicalIdsOf } from './apps';
import {
  createLegacyEndpoint,
  describeEndpoint,
  describeScaling,
  ENDPOINT,
  LEGACY,
  LEGACY_ACTION,
  LEGACY_POLICY,
  listTags,
  putStepPolicy,
  scaleLegacyEndpoint,
  setInstances,
  TAG,
} from './legacy-endpoint';
import { STACK, Takeover } from './takeover';

// The apps are synthesized before virtual time begins.
const APP = libraryApp();
const IMPORT = importApp(APP);

const SMOKE_TEST = Object.keys(APP.template.Resources).find(
  (id) => APP.template.Resources[id].Type === 'Custom::TritonSmokeTest',
);
const NEW_VERSION = expect.stringMatching(/^App-EndpointEndpointConf/);
const IMPORT_WITHOUT_UPDATE: Switches = { 'cloudformation.import-updates-the-endpoint': false };
const LEGACY_SCALING = { limits: [2, 6], policies: [LEGACY_POLICY], actions: [LEGACY_ACTION], suspended: false };

/** The role of the app may not write to the bucket in which SageMaker continues to capture if it retains the earlier capture. */
const RETAINED_CAPTURE_DENIED = /may not s3:PutObject .*legacy-models\/captured/;

/** Runs a test with an endpoint that a notebook has created. */
async function withLegacyEndpoint(
  test: (aws: Simulation) => Promise<void>,
  { switches, ...options }: Parameters<typeof createLegacyEndpoint>[1] & { switches?: Switches } = {},
): Promise<void> {
  await simulate({ seed: 1, switches }, async (aws) => {
    await createLegacyEndpoint(aws, options);
    await test(aws);
    const denials = unexpectedDenials(aws.account.denials).filter((denial) => !RETAINED_CAPTURE_DENIED.test(denial));
    expect(denials).toEqual([]);
  });
}

/** Makes the last step of the deployment fail: after the new version serves all requests, and after its targets and policies exist. */
function failAtTheEnd({ cloudformation }: Simulation): void {
  cloudformation.injectFailure = ({ logicalId, action, moment, phase }) =>
    logicalId === SMOKE_TEST && action === 'create' && moment === 'after' && phase === 'forward'
      ? 'the smoke test failed'
      : undefined;
}

test('an endpoint of a notebook is imported and updated, and serves all the time', async () => {
  await withLegacyEndpoint(async (aws) => {
    const takeover = new Takeover(aws, APP, IMPORT);
    expect((await takeover.import()).status).toBe('IMPORT_COMPLETE');
    expect(await describeEndpoint(aws)).toEqual({ status: 'InService', config: LEGACY, instances: 2 });
    expect(await takeover.deploy()).toEqual({ status: 'UPDATE_COMPLETE', reason: '' });
    expect(await describeEndpoint(aws)).toEqual({ status: 'InService', config: NEW_VERSION, instances: 2 });
    expect(await listTags(aws)).toEqual([TAG]);
    expect(takeover.hasAlwaysServed).toBe(true);
  });
});

test.each([
  ['only imports', 0],
  ['updates the endpoint, which starts a second fleet of the same version', 1],
])('an import whose update handler %s', async (_, updates) => {
  await withLegacyEndpoint(
    async (aws) => {
      const takeover = new Takeover(aws, APP, IMPORT);
      await takeover.import();
      expect(aws.account.log.filter(({ operation }) => operation === 'UpdateEndpoint')).toHaveLength(updates);
      expect(await describeEndpoint(aws)).toEqual({ status: 'InService', config: LEGACY, instances: 2 });
      expect(takeover.hasAlwaysServed).toBe(true);
    },
    { switches: updates === 0 ? IMPORT_WITHOUT_UPDATE : {} },
  );
});

test('if CloudFormation cannot import endpoints, the import is rejected before it changes anything', async () => {
  await withLegacyEndpoint(
    async (aws) => {
      const takeover = new Takeover(aws, APP, IMPORT);
      const before = allResources(aws);
      await expect(takeover.import()).rejects.toThrow(
        'ResourceTypes [AWS::SageMaker::Endpoint] are not supported for Import',
      );
      expect(allResources(aws)).toEqual(before);
    },
    { switches: { 'cloudformation.endpoints-can-be-imported': false } },
  );
});

test('the import contains the log group, since the stack cannot create it', async () => {
  const withoutLogGroup = importApp(APP, { logGroup: false });
  await withLegacyEndpoint(async (aws) => {
    const takeover = new Takeover(aws, APP, withoutLogGroup);
    await takeover.import();
    const { status, reason } = await takeover.deploy();
    expect(status).toBe('UPDATE_ROLLBACK_COMPLETE');
    expect(reason).toContain(`${logicalIdsOf(APP.template).logGroup}: The specified log group already exists`);
  });
});

describe('if the deployment fails at its end,', () => {
  test('the old version serves with the instances that scaling had started', async () => {
    await withLegacyEndpoint(async (aws) => {
      const takeover = new Takeover(aws, APP, IMPORT);
      await takeover.import();
      await setInstances(aws, 4);
      failAtTheEnd(aws);
      const { status, reason } = await takeover.deploy();
      expect([status, reason]).toEqual(['UPDATE_ROLLBACK_COMPLETE', expect.stringContaining('the smoke test failed')]);
      expect(await describeEndpoint(aws)).toEqual({ status: 'InService', config: LEGACY, instances: 4 });
      expect(takeover.hasAlwaysServed).toBe(true);
    });
  });

  test('the old version would have its first number of instances if the import did not retain them', async () => {
    const withoutRetention = importApp(APP, { retainAllVariantProperties: false });
    await withLegacyEndpoint(
      async (aws) => {
        const takeover = new Takeover(aws, APP, withoutRetention);
        await takeover.import();
        await setInstances(aws, 4);
        failAtTheEnd(aws);
        await takeover.deploy();
        expect(await describeEndpoint(aws)).toMatchObject({ config: LEGACY, instances: 2 });
      },
      { switches: IMPORT_WITHOUT_UPDATE },
    );
  });

  test('the deletion of the stack keeps the endpoint, and the next deployment succeeds', async () => {
    await withLegacyEndpoint(async (aws) => {
      const takeover = new Takeover(aws, APP, IMPORT);
      const before = allResources(aws);
      await takeover.import();
      failAtTheEnd(aws);
      await takeover.deploy();
      aws.cloudformation.injectFailure = () => undefined;
      expect((await destroy(aws.cloudformation, STACK)).status).toBe('DELETE_COMPLETE');
      await aws.account.sleep(3 * 3_600_000);
      const added = allResources(aws).filter((resource) => !before.includes(resource));
      expect(added).toEqual([expect.stringMatching(/^bucket cdk-/)]);
      expect(await describeEndpoint(aws)).toEqual({ status: 'InService', config: LEGACY, instances: 2 });

      expect((await takeover.import()).status).toBe('IMPORT_COMPLETE');
      expect(await takeover.deploy()).toEqual({ status: 'UPDATE_COMPLETE', reason: '' });
    });
  });
});

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
      'Likely cause: The memory of the GPU is too small', // the failure report
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

describe('an endpoint that captures data', () => {
  const captured = {
    EnableCapture: true,
    InitialSamplingPercentage: 5,
    DestinationS3Uri: 's3://legacy-models/captured',
    CaptureOptions: [{ CaptureMode: 'Input' }],
  };

  test('fails the deployment of an app with different capture if SageMaker retains it', async () => {
    await withLegacyEndpoint(
      async (aws) => {
        const takeover = new Takeover(aws, APP, IMPORT);
        await takeover.import();
        const { status, reason } = await takeover.deploy();
        expect(status).toBe('UPDATE_ROLLBACK_COMPLETE');
        expect(reason).toContain('The data capture of Recommender did not change. The endpoint captures 5 %');
        expect(await describeEndpoint(aws)).toMatchObject({ config: LEGACY });
      },
      { dataCapture: captured, switches: { 'sagemaker.capture-comes-from-the-configuration': false } },
    );
  });

  test('has the capture of the app if SageMaker does not retain it', async () => {
    await withLegacyEndpoint(
      async (aws) => {
        const takeover = new Takeover(aws, APP, IMPORT);
        await takeover.import();
        expect(await takeover.deploy()).toEqual({ status: 'UPDATE_COMPLETE', reason: '' });
      },
      { dataCapture: captured },
    );
  });
});

describe('the quota check', () => {
  const app = libraryApp(() => ({ preflight: true }));
  const imported = importApp(app);

  test.each([
    [4, 'UPDATE_COMPLETE'],
    [3, 'UPDATE_ROLLBACK_COMPLETE'],
  ])('counts both fleets: with a quota of %i instances, the deployment ends with %s', async (limit, expected) => {
    await withLegacyEndpoint(
      async (aws) => {
        const takeover = new Takeover(aws, app, imported);
        await takeover.import();
        aws.sagemaker.hooks.instanceLimit = () => limit;
        const { status, reason } = await takeover.deploy();
        expect(status).toBe(expected);
        if (limit === 3) expect(reason).toContain('is 3; the deployment needs 4');
        expect(takeover.hasAlwaysServed).toBe(true);
      },
      { switches: IMPORT_WITHOUT_UPDATE },
    );
  });
});

test('after the takeover, the endpoint belongs to the stack, and is deleted with it', async () => {
  await withLegacyEndpoint(async (aws) => {
    const takeover = new Takeover(aws, APP, IMPORT);
    await takeover.import();
    await takeover.deploy();
    expect((await destroy(aws.cloudformation, STACK)).status).toBe('DELETE_COMPLETE');
    await aws.account.sleep(3 * 3_600_000);
    expect(allResources(aws).filter((resource) => !/^bucket (cdk-|engines-of-all)/.test(resource))).toEqual([
      `model ${LEGACY}`,
      `endpoint configuration ${LEGACY}`,
      'bucket legacy-models',
      'role legacyrole',
    ]);
  });
});
