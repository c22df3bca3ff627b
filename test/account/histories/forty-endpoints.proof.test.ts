import { EndpointPurpose, TritonRealtimeEndpoint } from '../../../lib';
import { simulate } from '../simulation';
import { unexpected } from './expected-denials';
import { checkNothingLeft, Violation } from './invariants';
import { Life } from './life';
import { model } from './models';
import { synthesize, Synthesized } from './synthesize';

/** Forty development endpoints in a stack: the policies of the functions that they share fit, also while all of them are replaced. */
function forty(team: string): Synthesized {
  return synthesize('App', (stack) => {
    for (let index = 0; index < 40; index++) {
      new TritonRealtimeEndpoint(stack, `Model${index}`, {
        endpointName: `Team-${team}-Image-Classification-Model-${index}`,
        model: model('1', `model${index}`),
        purpose: EndpointPurpose.DEVELOPMENT,
      });
    }
  });
}

const ONE = forty('One');
const OTHER = forty('Other');

test('forty endpoints are created, renamed and deleted', async () => {
  await simulate({ seed: 1 }, async (aws) => {
    const life = new Life(aws);
    expect((await life.deploySynthesized(ONE)).status).toBe('CREATE_COMPLETE');
    expect(aws.sagemaker.serving('Team-One-Image-Classification-Model-39')).toHaveLength(1);
    expect((await life.deploySynthesized(OTHER)).status).toBe('UPDATE_COMPLETE');
    expect(aws.sagemaker.serving('Team-Other-Image-Classification-Model-39')).toHaveLength(1);
    expect((await life.destroy()).status).toBe('DELETE_COMPLETE');
    await aws.account.sleep(180 * 60_000);
    const left: string[] = [];
    checkNothingLeft(aws, aws.engine.kept, (_: Violation['invariant'], message) => left.push(message));
    expect(left).toEqual([]);
    expect(unexpected(aws.account.denials)).toEqual([]);
  });
});
