import type { Call } from '../call';
import { simulate, Simulation } from '../simulation';
import { unexpectedDenialsInDeletion } from './expected-denials';
import { checkNothingLeft } from './invariants';
import { Deployer } from './deployer';
import { NamedVersion, synthesizedVersion } from './versions';
import { sample, SEED } from '../../setup/proof';

const MINUTE = 60_000;
/** Denials that are expected: Lambda writes the last log lines of a function after its response, when its role may already be deleted. */
const LAST_LINE_DENIALS = /may not logs:(CreateLogStream|PutLogEvents) /;
/** Seconds between the beginning of the creation and the deletion. The first minute, when many resources are created, has more values. */
const SECONDS_UNTIL_DELETION = [2, 5, 10, 15, 20, 25, 30, 35, 40, 50, 60, 90, 180, 300, 420, 600];
const VERSIONS_TO_CREATE: readonly NamedVersion[] = [
  'plain',
  'two scaled variants',
  'private',
  'encrypted',
  'capture',
  'open prefix',
  'without a GPU',
];

/** Deletes a stack during its creation. Returns denied requests and resources that remain. */
async function violationsAfterDeletion(
  version: NamedVersion,
  seed: number,
  untilDeletion: (aws: Simulation) => Promise<void>,
): Promise<string[]> {
  return simulate({ seed }, async (aws) => {
    const deployer = new Deployer(aws);
    const creation = deployer.deploy(version);
    await untilDeletion(aws);
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
      const wait = ({ account }: Simulation): Promise<void> => account.sleep(seconds * 1000);
      expect(await violationsAfterDeletion(version, SEED + seconds, wait)).toEqual([]);
    },
  );
});

describe('a stack with "engine" that is deleted while the sources of the engine are written', () => {
  synthesizedVersion('engine');

  const isFromFunction = ({ principal, service }: Call): boolean =>
    service !== 'logs' && JSON.stringify(principal).includes('TritonEnginesRole');

  /**
   * Waits until the function that creates the engine has sent a number of requests to AWS services other than CloudWatch Logs. It writes
   * the sources so slowly that the deletion can begin and end in between.
   */
  const untilRequest =
    (number: number) =>
    async ({ account, s3 }: Simulation): Promise<void> => {
      const handle = s3.handle.bind(s3);
      jest.spyOn(s3, 'handle').mockImplementation(async (call) => {
        const isSource = call.operation === 'PutObject' && String(call.input.Key).includes('/source/');
        if (isSource && isFromFunction(call)) await account.sleep(10_000);
        return handle(call);
      });
      while (account.log.filter(isFromFunction).length < number) await account.sleep(10);
    };

  test.each(
    sample(
      Array.from({ length: 40 }, (_, index) => index + 1),
      6,
    ),
  )('after request %d of its function leaves no resources, and no request is denied', async (number) => {
    const violations = await violationsAfterDeletion('engine', SEED + number, untilRequest(number));
    expect(violations).toEqual([]);
  });
});
