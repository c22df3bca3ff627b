import { simulate } from '../simulation';
import { unexpectedInDeletion } from './expected-denials';
import { checkNothingLeft } from './invariants';
import { Life } from './life';
import { Version, versionOf } from './versions';

const MINUTE = 60_000;
/** Lambda writes the last lines of a function after its response, when CloudFormation may have deleted its role. */
const LAST_LINES = /may not logs:(CreateLogStream|PutLogEvents) /;
/** After the first moments, of which each is about another resource, the endpoint is created. */
const SECONDS = [2, 5, 10, 15, 20, 25, 30, 35, 40, 50, 60, 90, 180, 300, 420, 600];
const CREATED: readonly Version[] = [
  'plain',
  'plain, as an archive',
  'two scaled variants',
  'private',
  'encrypted',
  'capture',
  'open prefix',
  'without a GPU',
];

/** What is wrong after a stack was deleted while it was created. */
async function deletedAfter(seconds: number, version: Version): Promise<string[]> {
  return simulate({ seed: seconds }, async (aws) => {
    const life = new Life(aws);
    const creation = life.deploy(version);
    await aws.account.sleep(seconds * 1000);
    const { status, events } = await life.destroy();
    await creation;
    const complaints = unexpectedInDeletion(aws.account.denials).filter((denial) => !LAST_LINES.test(denial));
    if (status !== 'DELETE_COMPLETE') return [...complaints, `${status}: ${events.at(-1)?.reason}`];
    await aws.account.sleep(180 * MINUTE);
    checkNothingLeft(aws, aws.engine.kept, (_, message) => void complaints.push(message));
    return complaints;
  });
}

describe.each(CREATED)('a stack with "%s" that is deleted while it is created', (version) => {
  versionOf(version);

  test.each(SECONDS)('after %i seconds, leaves nothing, and no request is denied', async (seconds) => {
    expect(await deletedAfter(seconds, version)).toEqual([]);
  });
});
