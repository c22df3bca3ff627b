import type { NetworkInterface } from '@aws-sdk/client-ec2';
import type { GrantListEntry } from '@aws-sdk/client-kms';
import {
  DescribeEndpointConfigCommand,
  DescribeEndpointConfigOutput,
  DescribeModelCommand,
  DescribeModelOutput,
  SageMakerClient,
} from '@aws-sdk/client-sagemaker';
import type { CleanupProperties } from '../../lib/contracts/endpoint-cleanup-properties';
import { permissionRetryOptions } from '../shared/await-permissions';
import { describeEndpoint } from '../shared/describe-endpoint';

/**
 * The current fleet of an endpoint. Decides which network interfaces and grants may belong to this fleet, and not to a deleted fleet. The
 * age of an interface alone is not sufficient. After an update, the interfaces of the current fleet are newer than its endpoint
 * configuration. But after a rollback, the interfaces of the deleted fleet are also newer than this configuration.
 */
export class ServedFleet {
  /** Reads the current fleet of an endpoint; returns undefined if the endpoint does not exist. */
  public static async of(EndpointName: string): Promise<ServedFleet | undefined> {
    const client = new SageMakerClient(permissionRetryOptions());
    const { EndpointConfigName } = (await describeEndpoint(client, EndpointName)) ?? {};
    if (EndpointConfigName === undefined) return undefined;
    const config = await client.send(new DescribeEndpointConfigCommand({ EndpointConfigName }));
    const names = new Set(variantsOf(config).flatMap(({ ModelName }) => ModelName ?? []));
    const describe = async (ModelName: string): Promise<DescribeModelOutput> =>
      client.send(new DescribeModelCommand({ ModelName }));
    return new ServedFleet(config, await Promise.all([...names].map(describe)));
  }

  /** Role and network of the containers. */
  private readonly settings: Pick<DescribeModelOutput, 'ExecutionRoleArn' | 'VpcConfig'>[];

  private constructor(
    private readonly config: DescribeEndpointConfigOutput,
    models: DescribeModelOutput[],
  ) {
    // The configuration of an endpoint with inference components has no models, but the role and the network itself.
    this.settings = [...models, config];
  }

  public mayHaveInterface(
    { SubnetId = '', Groups = [], Attachment }: NetworkInterface,
    { CreatorRoleId, RoleArn }: CleanupProperties,
  ): boolean {
    const groups = Groups.map(({ GroupId }) => GroupId);
    const isInNetwork = this.settings.some(
      // An interface may have more security groups than the model, if a user has added some.
      ({ VpcConfig: { Subnets = [], SecurityGroupIds = [] } = {} }) =>
        Subnets.includes(SubnetId) && SecurityGroupIds.every((id) => groups.includes(id)),
    );
    // If CreatorRoleId is known, `findLeftovers` finds only interfaces that SageMaker created with this role.
    return (
      isInNetwork &&
      (CreatorRoleId === undefined || this.usesRole(RoleArn)) &&
      this.isNewerThanConfig(Attachment?.AttachTime)
    );
  }

  public mayHaveGrant({ CreationDate }: GrantListEntry, keyArn: string, roleArn: string): boolean {
    const { KmsKeyId, DataCaptureConfig } = this.config;
    const usesKey = [KmsKeyId, DataCaptureConfig?.KmsKeyId].includes(keyArn);
    return usesKey && this.usesRole(roleArn) && this.isNewerThanConfig(CreationDate);
  }

  private usesRole(roleArn: string): boolean {
    return this.settings.some(({ ExecutionRoleArn }) => ExecutionRoleArn === roleArn);
  }

  private isNewerThanConfig(date: Date | undefined): boolean {
    const { CreationTime } = this.config;
    return date !== undefined && CreationTime !== undefined && date >= CreationTime;
  }
}

function variantsOf({ ProductionVariants = [], ShadowProductionVariants = [] }: DescribeEndpointConfigOutput) {
  return [...ProductionVariants, ...ShadowProductionVariants];
}
