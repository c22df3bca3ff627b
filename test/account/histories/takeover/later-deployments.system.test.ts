import { InstanceType } from '../../../../lib';
import { simulate, Simulation } from '../../simulation';
import { Deployer } from '../deployer';
import { libraryApp } from './apps';
import { APP, IMPORT, withLegacyEndpoint } from './fixtures';
import { describeEndpoint, describeScaling, scaleLegacyEndpoint } from './legacy-endpoint';
import { STACK, Takeover } from './takeover';

const WITHOUT_TAKEOVER = libraryApp(() => ({ takeover: false }));
const OTHER_TYPE = libraryApp(() => ({ instanceType: InstanceType.G5_XLARGE }));
const SUCCESS = { status: 'UPDATE_COMPLETE', reason: '' };

/** Runs a test with an endpoint that scales, and that an app has taken over. */
async function withTakenOverEndpoint(test: (aws: Simulation, takeover: Takeover) => Promise<void>): Promise<void> {
  await withLegacyEndpoint(async (aws) => {
    await scaleLegacyEndpoint(aws);
    const takeover = new Takeover(aws, APP, IMPORT);
    await takeover.import();
    await takeover.deploy();
    await test(aws, takeover);
  });
}

describe('after a takeover,', () => {
  test('the app scales the endpoint in the same way without `takeover`', async () => {
    await withTakenOverEndpoint(async (aws, takeover) => {
      const scaling = await describeScaling(aws);
      expect(await takeover.deploy(WITHOUT_TAKEOVER)).toEqual(SUCCESS);
      expect(await describeScaling(aws)).toEqual(scaling);
      expect(takeover.hasAlwaysServed).toBe(true);
    });
  });

  test('a deployment with `takeover` can change the instance type, and its rollback keeps the scaling of the app', async () => {
    await withTakenOverEndpoint(async (aws, takeover) => {
      const scaling = await describeScaling(aws);
      aws.cloudformation.injectFailure = ({ logicalId, phase }) =>
        logicalId.includes('Dashboard') && phase === 'forward' ? 'injected' : undefined;
      expect(await takeover.deploy(OTHER_TYPE)).toMatchObject({ status: 'UPDATE_ROLLBACK_COMPLETE' });
      expect(await describeScaling(aws)).toEqual(scaling);
      aws.cloudformation.injectFailure = () => undefined;
      expect(await takeover.deploy(OTHER_TYPE)).toMatchObject({ status: 'UPDATE_COMPLETE' });
    });
  });
});

test('an endpoint that its stack has created is updated in the same way with `takeover`', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    const deployer = new Deployer(aws, STACK);
    expect((await deployer.deploySynthesized(WITHOUT_TAKEOVER)).status).toBe('CREATE_COMPLETE');
    expect((await deployer.deploySynthesized(OTHER_TYPE)).status).toBe('UPDATE_COMPLETE');
    expect(await describeEndpoint(aws)).toMatchObject({ status: 'InService' });
    expect(await describeScaling(aws)).toMatchObject({ policies: [expect.stringContaining('ml.g5.xlarge')] });
  });
});
