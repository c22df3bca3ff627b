import { simulate } from '../simulation';
import { unexpectedDenialsInDeletion } from './expected-denials';
import { checkNothingLeft } from './invariants';
import { Deployer } from './deployer';
import { Version, synthesizedVersion } from './versions';
import { sample, SEED } from '../../setup/proof';

const MINUTE = 60_000;
/** Denials that are expected: Lambda writes the last log lines of a function after its response, when its role may already be deleted. */
const LAST_LINE_DENIALS = /may not logs:(CreateLogStream|PutLogEvents) /;
/** Seconds between the beginning of the creation and the deletion. The first minute, when many resources are created, has more values. */
const SECONDS_UNTIL_DELETION = [2, 5, 10, 15, 20, 25, 30, 35, 40, 50, 60, 90, 180, 300, 420, 600];
const VERSIONS_TO_CREATE: readonly Version[] = [
  'plain',
  'plain, as an archive',
  'two scaled variants',
  'private',
  'encrypted',
  'capture',
  'open prefix',
  'without a GPU',
];

/** Deletes a stack during its creation. Returns denied requests and resources that remain. */
async function violationsAfterDeletion(seconds: number, version: Version, seed = SEED + seconds): Promise<string[]> {
  return simulate({ seed }, async (aws) => {
    const deployer = new Deployer(aws);
    const creation = deployer.deploy(version);
    await aws.account.sleep(seconds * 1000);
    const { status, events } = await deployer.destroy();
    await creation;
    const violations = unexpectedDenialsInDeletion(aws.account.denials).filter(
      (denial) => !LAST_LINE_DENIALS.test(denial),
    );
    if (status !== 'DELETE_COMPLETE') return [...violations, `${status}: ${events.at(-1)?.reason}`];
    await aws.account.sleep(180 * MINUTE);
    checkNothingLeft(aws, aws.cloudformation.retainedIds, (_, message) => void violations.push(message));
    return violations;
  });
}

describe.each(VERSIONS_TO_CREATE)('a stack with "%s" that is deleted during its creation', (version) => {
  // Synthesizes the version before virtual time begins. The result is cached.
  synthesizedVersion(version);

  test.each(sample(SECONDS_UNTIL_DELETION, 2))(
    'after %i seconds leaves no resources, and no request is denied',
    async (seconds) => {
      expect(await violationsAfterDeletion(seconds, version)).toEqual([]);
    },
  );
});

// The function that creates an engine writes the sources of the engine within one second.
describe('a stack with "archived engine" that is deleted while the sources of the engine are written', () => {
  synthesizedVersion('archived engine');

  test.each(
    sample(
      Array.from({ length: 40 }, (_, index) => (245 + index) / 10),
      6,
    ),
  )('after %d seconds leaves no resources, and no request is denied', async (seconds) => {
    expect(await violationsAfterDeletion(seconds, 'archived engine', SEED + Math.round(seconds * 10))).toEqual([]);
  });
});
