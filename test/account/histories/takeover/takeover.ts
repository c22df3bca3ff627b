import type { Stack } from '../../cloudformation/stack';
import type { Simulation } from '../../simulation';
import { Deployer } from '../deployer';
import type { SynthesizedStack } from '../synthesize';
import { importApp, logicalIdsOf } from './apps';
import { cdkImport, ResourceMapping } from './cdk-import';
import { ENDPOINT, LOG_GROUP } from './legacy-endpoint';

export const STACK = 'App';
const SECOND = 1000;

/** The takeover of an endpoint that a notebook has created: `cdk import` of the app of the import, and then `cdk deploy` of the library's app. */
export class Takeover {
  /** Whether some instance has served the requests at each moment. */
  public hasAlwaysServed = true;
  private readonly deployer: Deployer;

  /** The endpoint must be in service. */
  constructor(
    private readonly aws: Simulation,
    private readonly app: SynthesizedStack,
    private readonly imported = importApp(app),
  ) {
    this.deployer = new Deployer(aws, STACK);
    this.watch();
  }

  public get mapping(): ResourceMapping {
    const ids = logicalIdsOf(this.app.template);
    const { region, accountId } = this.aws.account;
    const EndpointArn = `arn:aws:sagemaker:${region}:${accountId}:endpoint/${ENDPOINT.toLowerCase()}`;
    const mapping: ResourceMapping = { [ids.endpoint]: { EndpointArn }, [ids.logGroup]: { LogGroupName: LOG_GROUP } };
    const { Resources } = this.imported.template;
    return Object.fromEntries(Object.entries(mapping).filter(([id]) => id in Resources));
  }

  public async import(): Promise<Stack> {
    return cdkImport(this.aws, STACK, this.imported.template, this.mapping);
  }

  /** Deploys, and then waits until functions that continue after the deployment have ended. */
  public async deploy(app = this.app): Promise<{ status: string; reason: string }> {
    const { status, events } = await this.deployer.deploySynthesized(app);
    await this.aws.account.sleep(20 * 60 * SECOND);
    const reasons = events.filter(({ status: each, reason = '' }) => /FAILED$/.test(each) && !/cancelled/.test(reason));
    return { status, reason: reasons.map(({ logicalId, reason }) => `${logicalId}: ${reason}`).join('\n') };
  }

  private watch(): void {
    const { account, sagemaker } = this.aws;
    const check = (): void => {
      if (!sagemaker['state'].endpoints.has(ENDPOINT)) return; // deleted at the end of a test
      this.hasAlwaysServed &&= sagemaker.servingVariants(ENDPOINT).some(({ instances }) => instances > 0);
      account.after(5 * SECOND, check);
    };
    check();
  }
}
