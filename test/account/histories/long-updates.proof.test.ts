import { Duration } from 'aws-cdk-lib';
import { FleetShare, Scaling, TritonRealtimeEndpoint, UpdateStrategy } from '../../../lib';
import { simulate } from '../simulation';
import { Deployer } from './deployer';
import { createModel } from './test-models';
import { SynthesizedStack, synthesize } from './synthesize';
import { SEED } from '../../setup/proof';

/**
 * A stack whose endpoint replaces 17 instances one by one, and waits one hour after each instance. The rule `sm.update-time` warns about such
 * updates.
 */
function synthesizeSlowUpdates(version: string): SynthesizedStack {
  return synthesize('App', (stack) => {
    new TritonRealtimeEndpoint(stack, 'Endpoint', {
      model: createModel(version),
      instanceCount: 17,
      scaling: Scaling.none(),
      probe: { enabled: false },
      updateStrategy: UpdateStrategy.rolling({
        maximumBatchSize: FleetShare.instances(1),
        waitInterval: Duration.hours(1),
      }),
    });
  });
}

test('an update and a rollback that take more than 970 minutes fail with a timeout of CloudFormation', async () => {
  const versions = ['first', 'second'].map(synthesizeSlowUpdates);
  await simulate({ seed: SEED }, async (aws) => {
    const deployer = new Deployer(aws);
    expect((await deployer.deploySynthesized(versions[0])).status).toBe('CREATE_COMPLETE');
    const startTime = aws.account.now();
    const { status, events } = await deployer.deploySynthesized(versions[1]);
    expect(status).toBe('UPDATE_ROLLBACK_FAILED');
    const timeouts = events.filter(({ reason = '' }) => /did not stabilize/.test(reason));
    expect(timeouts).not.toEqual([]);
    expect(aws.account.now() - startTime).toBeGreaterThan(2 * 970 * 60_000);
  });
});
