import { Stack } from '../cloudformation/stack';
import { deploy, destroy } from '../cloudformation/deploy';
import { Simulation } from '../simulation';
import { SHARED_BUCKET } from './engine-versions';
import { clearIncidents } from './incidents';
import { Reversal } from './reversals';
import { SynthesizedStack } from './synthesize';
import { NamedVersion, synthesizedVersion } from './versions';

/**
 * Deploys and deletes a stack in a simulated account, as the commands `cdk deploy` and `cdk destroy` do. A reversal changes each template.
 */
export class Deployer {
  constructor(
    public readonly aws: Simulation,
    public readonly stackName = 'App',
    private readonly reversal: Reversal = (template) => template,
  ) {
    clearIncidents(aws);
    aws.s3.buckets.set(SHARED_BUCKET, aws.s3.buckets.get(SHARED_BUCKET) ?? { objects: new Map() });
  }

  public async deploy(name: NamedVersion): Promise<Stack> {
    return this.deploySynthesized(synthesizedVersion(name, this.stackName));
  }

  public async deploySynthesized({ template, assets }: SynthesizedStack): Promise<Stack> {
    const { s3, lambda, cloudformation, account } = this.aws;
    const bucket = `cdk-hnb659fds-assets-${account.accountId}-${account.region}`;
    for (const { key, body, handler } of assets) {
      s3.addObject(bucket, key, body);
      if (handler !== undefined) lambda.code.set(key, handler);
    }
    return deploy(cloudformation, this.stackName, this.reversal(template));
  }

  public async destroy(): Promise<Stack> {
    return destroy(this.aws.cloudformation, this.stackName);
  }
}
