import { SEED, sample } from '../../setup/proof';
import { simulate } from '../simulation';
import { Deployer } from './deployer';
import { checkNothingLeft } from './invariants';
import { modelResponse } from './test-models';
import type { NamedVersion } from './versions';

const PAIRS: readonly (readonly [NamedVersion, NamedVersion])[] = [
  ['plain', 'other model'],
  ['scaled', 'scaled, other model'],
  ['scaled', 'scaled, other instance type'],
  ['private', 'plain'],
  ['from zero', 'from zero, other instance type'],
  ['two variants', 'two variants, other weights'],
];

test.each(sample(PAIRS, 3))('in express mode, "%s" is created, and "%s" replaces it', async (first, second) => {
  await simulate({ seed: SEED }, async (aws) => {
    aws.cloudformation.isExpress = true;
    const deployer = new Deployer(aws);
    const deploy = async (version: NamedVersion): Promise<string> => (await deployer.deploy(version)).status;
    expect(await deploy(first)).toBe('CREATE_COMPLETE');
    expect(await deploy(second)).toBe('UPDATE_COMPLETE');
    aws.sagemaker.hooks.invoke = async () => modelResponse(false);
    expect(await deploy(first)).toBe('UPDATE_ROLLBACK_COMPLETE');
    // A deletion can fail while SageMaker still removes the network interfaces. A later deletion succeeds.
    for (let attempt = 1; attempt <= 3 && aws.cloudformation.stacks.size > 0; attempt++) {
      await deployer.destroy();
      await aws.account.sleep(60 * 60_000);
    }
    const leftovers: string[] = [];
    checkNothingLeft(aws, aws.cloudformation.retainedIds, (_, message) => leftovers.push(message));
    expect(leftovers).toEqual([]);
  });
});
