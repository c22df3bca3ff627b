import { simulate, Simulation } from '../simulation';
import { Switches } from '../behaviour';
import { engineObjects, jobsOf, runningJobs } from './engine-invariants';
import { SHARED_BUCKET } from './engine-versions';
import { unexpected } from './expected-denials';
import { Life } from './life';
import { versionOf } from './versions';

/** What came of two stacks with engines in one bucket. */
export interface Shared {
  readonly jobs: string[];
  readonly running: string[];
  /** Below the bucket. */
  readonly objects: string[];
  readonly denials: string[];
}

/** Lets something happen to two stacks whose endpoints have the same engine in the same bucket. */
export async function withTwoStacks(
  story: (one: Life, other: Life, aws: Simulation) => Promise<void>,
  { seed = 1, switches }: { seed?: number; switches?: Switches } = {},
): Promise<Shared> {
  const names = ['One', 'Other'];
  for (const name of names) versionOf('engine in a shared bucket', name);
  return simulate({ seed, switches }, async (aws) => {
    const [one, other] = names.map((name) => new Life(aws, name));
    await story(one, other, aws);
    await aws.account.sleep(30 * 60_000);
    const objects = engineObjects(aws).filter((object) => object.startsWith(`s3://${SHARED_BUCKET}/`));
    return { jobs: jobsOf(aws), running: runningJobs(aws), objects, denials: unexpected(aws.account.denials) };
  });
}
