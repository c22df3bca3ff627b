import { EndpointPurpose, TritonRealtimeEndpoint } from '../../../lib';
import { simulate } from '../simulation';
import { unexpectedDenials } from './expected-denials';
import type { Violation } from './invariant';
import { checkNothingLeft } from './invariants';
import { Deployer } from './deployer';
import { createModel } from './test-models';
import { synthesize, SynthesizedStack } from './synthesize';
import { RUNS_ALL, SEED } from '../../setup/proof';

/**
 * A stack with forty development endpoints. The policies of the functions that the endpoints share must not exceed the size limits of IAM,
 * even if all endpoints are replaced.
 */
function synthesizeFortyEndpoints(team: string): SynthesizedStack {
  return synthesize('App', (stack) => {
    for (let index = 0; index < 40; index++) {
      new TritonRealtimeEndpoint(stack, `Model${index}`, {
        endpointName: `Team-${team}-Image-Classification-Model-${index}`,
        model: createModel('1', `model${index}`),
        purpose: EndpointPurpose.DEVELOPMENT,
      });
    }
  });
}

const NAMES_OF_TEAM_ONE = synthesizeFortyEndpoints('One');
/** The slice contains no update, because the synthesis of a second version takes most of the time. */
const NAMES_OF_TEAM_OTHER = RUNS_ALL ? synthesizeFortyEndpoints('Other') : undefined;

test('forty endpoints are created, renamed and deleted', async () => {
  await simulate({ seed: SEED, switches: { 'lambda.account-has-1000-executions': false } }, async (aws) => {
    const deployer = new Deployer(aws);
    expect((await deployer.deploySynthesized(NAMES_OF_TEAM_ONE)).status).toBe('CREATE_COMPLETE');
    expect(aws.sagemaker.servingVariants('Team-One-Image-Classification-Model-39')).toHaveLength(1);
    if (NAMES_OF_TEAM_OTHER) {
      expect((await deployer.deploySynthesized(NAMES_OF_TEAM_OTHER)).status).toBe('UPDATE_COMPLETE');
      expect(aws.sagemaker.servingVariants('Team-Other-Image-Classification-Model-39')).toHaveLength(1);
    }
    expect((await deployer.destroy()).status).toBe('DELETE_COMPLETE');
    await aws.account.sleep(180 * 60_000);
    const leftovers: string[] = [];
    checkNothingLeft(aws, aws.cloudformation.retainedIds, (_: Violation['invariant'], message) =>
      leftovers.push(message),
    );
    expect(leftovers).toEqual([]);
    expect(unexpectedDenials(aws.account.denials)).toEqual([]);
  });
});
