import type { NetworkInterface } from '@aws-sdk/client-ec2';
import type { GrantListEntry } from '@aws-sdk/client-kms';
import {
  DescribeEndpointConfigCommand,
  DescribeEndpointConfigOutput,
  DescribeModelCommand,
  DescribeModelOutput,
  SageMakerClient,
} from '@aws-sdk/client-sagemaker';
import type { CleanupProperties } from '../../lib/endpoint/cleanup/cleanup-properties';
import { awaitPermissions } from '../shared/await-permissions';
import { servedConfiguration } from './endpoint';

/**
 * Which interfaces and grants may be those of the fleet that an endpoint has now. Their age alone does not tell: after an update they are
 * younger than the configuration, but after a rollback so are those of the fleet that is gone.
 */
export class Served {
  /** Undefined when the endpoint is gone. */
  public static async by(EndpointName: string): Promise<Served | undefined> {
    const EndpointConfigName = await servedConfiguration(EndpointName);
    if (EndpointConfigName === undefined) return undefined;
    const client = new SageMakerClient(awaitPermissions());
    const config = await client.send(new DescribeEndpointConfigCommand({ EndpointConfigName }));
    const names = new Set(variantsOf(config).flatMap(({ ModelName }) => ModelName ?? []));
    const describe = async (ModelName: string): Promise<DescribeModelOutput> =>
      client.send(new DescribeModelCommand({ ModelName }));
    return new Served(config, await Promise.all([...names].map(describe)));
  }

  private constructor(
    private readonly config: DescribeEndpointConfigOutput,
    private readonly models: DescribeModelOutput[],
  ) {}

  public mayHaveInterface(
    { SubnetId = '', Groups = [], Attachment }: NetworkInterface,
    { CreatorRoleId, RoleArn }: CleanupProperties,
  ): boolean {
    const groups = Groups.map(({ GroupId }) => GroupId);
    const isInNetwork = this.models.some(
      // Others may have added groups to an interface.
      ({ VpcConfig: { Subnets = [], SecurityGroupIds = [] } = {} }) =>
        Subnets.includes(SubnetId) && SecurityGroupIds.every((id) => groups.includes(id)),
    );
    // Where the creator is known, all that were found are those of the role.
    return isInNetwork && (CreatorRoleId === undefined || this.uses(RoleArn)) && this.isYounger(Attachment?.AttachTime);
  }

  public mayHaveGrant({ CreationDate }: GrantListEntry, keyArn: string, roleArn: string): boolean {
    const { KmsKeyId, DataCaptureConfig } = this.config;
    const coreDumps = variantsOf(this.config).map(({ CoreDumpConfig }) => CoreDumpConfig?.KmsKeyId);
    const isOfKey = [KmsKeyId, DataCaptureConfig?.KmsKeyId, ...coreDumps].includes(keyArn);
    return isOfKey && this.uses(roleArn) && this.isYounger(CreationDate);
  }

  private uses(roleArn: string): boolean {
    return this.models.some(({ ExecutionRoleArn }) => ExecutionRoleArn === roleArn);
  }

  private isYounger(date: Date | undefined): boolean {
    const { CreationTime } = this.config;
    return date !== undefined && CreationTime !== undefined && date >= CreationTime;
  }
}

function variantsOf({ ProductionVariants = [], ShadowProductionVariants = [] }: DescribeEndpointConfigOutput) {
  return [...ProductionVariants, ...ShadowProductionVariants];
}
