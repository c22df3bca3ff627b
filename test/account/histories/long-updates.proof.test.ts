import { Duration } from 'aws-cdk-lib';
import { FleetShare, Scaling, TritonRealtimeEndpoint, UpdateStrategy } from '../../../lib';
import { simulate } from '../simulation';
import { Life } from './life';
import { model } from './models';
import { Synthesized, synthesize } from './synthesize';

/** An endpoint of 17 instances that are replaced one by one, each with a wait of an hour: `sm.update-time` warns. */
function fleetOf(version: string): Synthesized {
  return synthesize('App', (stack) => {
    new TritonRealtimeEndpoint(stack, 'Endpoint', {
      model: model(version),
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

test('CloudFormation ends an update of more than 970 minutes, and a rollback that takes as long', async () => {
  const versions = ['first', 'second'].map(fleetOf);
  await simulate({ seed: 1 }, async (aws) => {
    const life = new Life(aws);
    expect((await life.deploySynthesized(versions[0])).status).toBe('CREATE_COMPLETE');
    const begin = aws.account.now();
    const { status, events } = await life.deploySynthesized(versions[1]);
    expect(status).toBe('UPDATE_ROLLBACK_FAILED');
    const ended = events.filter(({ reason = '' }) => /did not stabilize/.test(reason));
    expect(ended).not.toEqual([]);
    expect(aws.account.now() - begin).toBeGreaterThan(2 * 970 * 60_000);
  });
});
