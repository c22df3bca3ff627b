import { TritonRealtimeEndpoint } from '../../../lib';
import { SEED } from '../../setup/proof';
import { simulate, Simulation } from '../simulation';
import { Deployer } from './deployer';
import { synthesize, SynthesizedStack } from './synthesize';
import { createModel, modelResponse } from './test-models';

/** Ten endpoints for production in a stack. */
function synthesizeTenEndpoints(version: string): SynthesizedStack {
  return synthesize('App', (stack) => {
    for (let index = 0; index < 10; index++) {
      new TritonRealtimeEndpoint(stack, `Model${index}`, { model: createModel(version) });
    }
  });
}

const FIRST = synthesizeTenEndpoints('1');
const SECOND = synthesizeTenEndpoints('2');

/** The time from the first to the last event of the last operation on the stack, in minutes. */
async function minutesOf({ account }: Simulation, operation: () => Promise<unknown>): Promise<number> {
  const start = account.now();
  await operation();
  return (account.now() - start) / 60_000;
}

/** Names of the alarms that are in the ALARM state. */
const firing = ({ cloudformation, cloudwatch }: Simulation): string[] =>
  [...(cloudformation.stacks.get('App')?.resources.values() ?? [])]
    .filter(({ type, ref }) => type === 'AWS::CloudWatch::Alarm' && cloudwatch.stateOf(ref) === 'ALARM')
    .map(({ logicalId }) => logicalId);

test.each([
  ['1,000', true],
  ['10', false],
])('with %s concurrent executions, ten endpoints are created, updated, rolled back and deleted', async (_, isOn) => {
  const switches = { 'lambda.account-has-1000-executions': isOn };
  await simulate({ seed: SEED, switches }, async (aws) => {
    const deployer = new Deployer(aws);
    const deploy = async (version: SynthesizedStack): Promise<string> =>
      (await deployer.deploySynthesized(version)).status;
    expect(await deploy(FIRST)).toBe('CREATE_COMPLETE');
    const minutes = await minutesOf(aws, async () => expect(await deploy(SECOND)).toBe('UPDATE_COMPLETE'));
    expect(minutes).toBeLessThan(45);
    aws.sagemaker.hooks.invoke = async () => modelResponse(false);
    expect(await deploy(FIRST)).toBe('UPDATE_ROLLBACK_COMPLETE');
    aws.sagemaker.hooks.invoke = async () => modelResponse(true);
    await aws.account.sleep(30 * 60_000);
    expect(firing(aws)).toEqual([]);
    expect((await deployer.destroy()).status).toBe('DELETE_COMPLETE');
  });
});

test('an alarm fires if the probes do not run', async () => {
  await simulate({ seed: SEED }, async (aws) => {
    await new Deployer(aws).deploySynthesized(FIRST);
    aws.lambda.concurrencyLimit = 0;
    await aws.account.sleep(6 * 60_000);
    expect(firing(aws)).toEqual([expect.stringMatching(/^TritonTestsNotRunAlarm/)]);
  });
});
