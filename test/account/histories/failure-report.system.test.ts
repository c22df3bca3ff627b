import { Switches } from '../behavior';
import { simulate, Simulation } from '../simulation';
import { Deployer } from './deployer';
import { LAST_LINE } from './incidents';
import { synthesizedVersion, NamedVersion } from './versions';

const MINUTE = 60_000;

/** The lines in the log groups of failed deployments, by log stream. */
function keptLines({ logs }: Simulation): string[][] {
  return [...logs.groups]
    .filter(([name]) => name.startsWith('/cdk-sagemaker-triton/failed-deployments/'))
    .flatMap(([, { streams }]) => [...streams.values()].map((events) => events.map(({ message }) => message)));
}

/** Deploys the versions, the last of which may not start, and returns the last status and the lines that are kept. */
async function deploy(
  versions: readonly NamedVersion[],
  { fails = true, seed = 1, switches = {} }: { fails?: boolean; seed?: number; switches?: Switches } = {},
): Promise<{ status: string; kept: string[][] }> {
  for (const version of versions) synthesizedVersion(version);
  return simulate({ seed, switches }, async (aws) => {
    const deployer = new Deployer(aws);
    let status = '';
    for (const [index, version] of versions.entries()) {
      if (fails && index === versions.length - 1)
        aws.sagemaker.hooks.startContainer = () => ({
          failure: 'did not pass the ping health check',
          log: [LAST_LINE],
        });
      ({ status } = await deployer.deploy(version));
      await aws.account.sleep(20 * MINUTE);
    }
    return { status, kept: keptLines(aws) };
  });
}

test.each([1, 2, 3, 4])('the log of a creation that fails outlives the stack, once (seed %i)', async (seed) => {
  const { status, kept } = await deploy(['plain'], { seed });
  expect(status).toBe('ROLLBACK_COMPLETE');
  expect(kept).toHaveLength(1);
  expect(kept[0].filter((line) => line === LAST_LINE)).toHaveLength(1);
  expect(kept[0].join('\n')).toMatch(/Likely cause: /);
});

test.each<[string, Switches]>([
  ['RollingBack', {}],
  [
    'Updating',
    { 'sagemaker.rolling-back-while-an-update-rolls-back': false, 'cloudformation.rolled-back-endpoint-fails': false },
  ],
])(
  'an update that SageMaker rolls back while its status is %s is reported without lines of containers',
  async (_, switches) => {
    const { status, kept } = await deploy(['plain', 'other model'], { switches });
    expect(status).toBe('UPDATE_ROLLBACK_COMPLETE');
    expect(kept).toHaveLength(1);
    expect(kept[0].join('\n')).toMatch(/Likely cause: /);
    expect(kept[0]).not.toContain(LAST_LINE);
  },
);

test.each([1, 2])('nothing is reported if the deployments succeed (seed %i)', async (seed) => {
  expect(
    await deploy(['scaled', 'scaled, other model', 'scaled, other instance type'], { fails: false, seed }),
  ).toEqual({
    status: 'UPDATE_COMPLETE',
    kept: [],
  });
});
