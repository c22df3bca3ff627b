import { Stack } from '../cloudformation/stack';
import { deploy, destroy } from '../cloudformation/deploy';
import { Simulation } from '../simulation';
import { replayBuild } from './engine-build';
import { SHARED_BUCKET } from './engine-versions';
import { answer } from './models';
import { Reversal } from './reversals';
import { Synthesized } from './synthesize';
import { Version, versionOf } from './versions';

/** Requests per minute. */
export const USUAL_LOAD = 60;

/** What who deploys does: uploads assets, deploys templates, deletes stacks. */
export class Life {
  constructor(
    public readonly aws: Simulation,
    public readonly stackName = 'App',
    private readonly reversal: Reversal = (template) => template,
  ) {
    aws.sagemaker.hooks.invoke = async () => answer(true);
    aws.sagemaker.hooks.requestsPerMinute = () => USUAL_LOAD;
    aws.sagemaker.hooks.runs = replayBuild;
    aws.s3.buckets.set(SHARED_BUCKET, aws.s3.buckets.get(SHARED_BUCKET) ?? { objects: new Map() });
  }

  public async deploy(name: Version): Promise<Stack> {
    return this.deploySynthesized(versionOf(name, this.stackName));
  }

  public async deploySynthesized({ template, assets }: Synthesized): Promise<Stack> {
    const { s3, lambda, engine, account } = this.aws;
    const bucket = `cdk-hnb659fds-assets-${account.accountId}-${account.region}`;
    for (const { key, body, handler } of assets) {
      s3.seed(bucket, key, body);
      if (handler !== undefined) lambda.code.set(key, handler);
    }
    return deploy(engine, this.stackName, this.reversal(template));
  }

  public async destroy(): Promise<Stack> {
    return destroy(this.aws.engine, this.stackName);
  }
}
