import { DescribeNetworkInterfacesCommand, EC2Client, NetworkInterface } from '@aws-sdk/client-ec2';
import { GrantListEntry, KMSClient, ListGrantsCommand } from '@aws-sdk/client-kms';
import type { CleanupProperties } from '../../lib/contracts/endpoint-cleanup-properties';
import { permissionRetryOptions } from '../shared/await-permissions';
import { log } from '../shared/log';
import { ServedFleet } from './served-fleet';

/** Error names of a KMS key whose grants cannot be listed. The function does not wait for the removal of such grants. */
const UNREADABLE_KEY_ERRORS = ['AccessDeniedException', 'NotFoundException', 'KMSInvalidStateException'];

/** Descriptions of the resources of a deleted fleet that SageMaker has not removed yet. */
export async function findLeftovers(properties: CleanupProperties): Promise<string[]> {
  const { EndpointName, KeyArns, RoleArn } = properties;
  const servedFleet = await ServedFleet.of(EndpointName);
  const interfaces = (await interfacesOf(properties)).filter(
    (each) => !servedFleet?.mayHaveInterface(each, properties),
  );
  const grants = await Promise.all(
    KeyArns.map(async (key) =>
      (await grantsOf(key, RoleArn)).filter((each) => !servedFleet?.mayHaveGrant(each, key, RoleArn)),
    ),
  );
  return [...interfaces.map(describeInterface), ...grants.flat().map(({ GrantId }) => `grant ${GrantId}`)];
}

async function interfacesOf({ SecurityGroupIds, CreatorRoleId }: CleanupProperties): Promise<NetworkInterface[]> {
  if (SecurityGroupIds.length === 0) return [];
  const client = new EC2Client(permissionRetryOptions());
  const interfaces: NetworkInterface[] = [];
  let NextToken: string | undefined;
  do {
    const Filters = [{ Name: 'group-id', Values: SecurityGroupIds }];
    const page = await client.send(new DescribeNetworkInterfacesCommand({ Filters, NextToken }));
    interfaces.push(...(page.NetworkInterfaces ?? []));
    NextToken = page.NextToken;
  } while (NextToken);
  return CreatorRoleId ? interfaces.filter(({ RequesterId }) => RequesterId?.startsWith(CreatorRoleId)) : interfaces;
}

function describeInterface({ NetworkInterfaceId, Groups = [] }: NetworkInterface): string {
  return `network interface ${NetworkInterfaceId} with ${Groups.map(({ GroupId }) => GroupId).join(', ')}`;
}

async function grantsOf(KeyId: string, GranteePrincipal: string): Promise<GrantListEntry[]> {
  const client = new KMSClient({ maxAttempts: 6 });
  const grants: GrantListEntry[] = [];
  let Marker: string | undefined;
  try {
    do {
      const page = await client.send(new ListGrantsCommand({ KeyId, GranteePrincipal, Marker }));
      grants.push(...(page.Grants ?? []));
      Marker = page.Truncated ? page.NextMarker : undefined;
    } while (Marker);
  } catch (error) {
    if (!UNREADABLE_KEY_ERRORS.includes((error as Error).name)) throw error;
    log(`The removal of the grants of ${KeyId} is not awaited: ${(error as Error).message}`);
  }
  return grants;
}
