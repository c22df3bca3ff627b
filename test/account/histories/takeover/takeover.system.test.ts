import { Scaling } from '../../../../lib';
import { destroy } from '../../cloudformation/deploy';
import { allResources } from '../invariants';
import { importApp, libraryApp, logicalIdsOf } from './apps';
import { APP, failAtTheEnd, IMPORT, IMPORT_WITHOUT_UPDATE, withLegacyEndpoint } from './fixtures';
import { describeEndpoint, LEGACY, listTags, setInstances, TAG } from './legacy-endpoint';
import { STACK, Takeover } from './takeover';

const NEW_VERSION = expect.stringMatching(/^App-EndpointEndpointConf/);

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
  // The scaling of the app does not scale in the instances during the rollback.
  const app = libraryApp(() => ({
    instanceCount: 4,
    scaling: Scaling.invocationsPerInstance({ invocationsPerSecond: 1, minCapacity: 4, maxCapacity: 6 }),
  }));
  const imported = importApp(app);

  test('the old version serves with the instances that scaling had started', async () => {
    await withLegacyEndpoint(async (aws) => {
      const takeover = new Takeover(aws, app, imported);
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
    const withoutRetention = importApp(app, { retainAllVariantProperties: false });
    await withLegacyEndpoint(
      async (aws) => {
        const takeover = new Takeover(aws, app, withoutRetention);
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
