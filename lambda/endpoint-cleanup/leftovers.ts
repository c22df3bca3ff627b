import { DescribeNetworkInterfacesCommand, EC2Client, NetworkInterface } from '@aws-sdk/client-ec2';
import { GrantListEntry, KMSClient, ListGrantsCommand } from '@aws-sdk/client-kms';
import { CleanupProperties, hasLeftovers } from '../../lib/endpoint/cleanup/cleanup-properties';
import { awaitPermissions } from '../shared/await-permissions';
import { log } from '../shared/log';
import { Served } from './served';

/** Such a key has no grant that could be waited for. */
const UNREADABLE = ['AccessDeniedException', 'NotFoundException', 'KMSInvalidStateException'];

/** What SageMaker has not removed yet of the fleet that is gone, in words. */
export async function leftovers(properties: CleanupProperties): Promise<string[]> {
  if (!hasLeftovers(properties)) return [];
  const { EndpointName, KeyArns, RoleArn } = properties;
  const served = await Served.by(EndpointName);
  const interfaces = (await interfacesOf(properties)).filter((each) => !served?.mayHaveInterface(each, properties));
  const grants = await Promise.all(
    KeyArns.map(async (key) =>
      (await grantsOf(key, RoleArn)).filter((each) => !served?.mayHaveGrant(each, key, RoleArn)),
    ),
  );
  return [...interfaces.map(describeInterface), ...grants.flat().map(({ GrantId }) => `grant ${GrantId}`)];
}

async function interfacesOf({ SecurityGroupIds, CreatorRoleId }: CleanupProperties): Promise<NetworkInterface[]> {
  if (SecurityGroupIds.length === 0) return [];
  const client = new EC2Client(awaitPermissions());
  const found: NetworkInterface[] = [];
  let NextToken: string | undefined;
  do {
    const Filters = [{ Name: 'group-id', Values: SecurityGroupIds }];
    const page = await client.send(new DescribeNetworkInterfacesCommand({ Filters, NextToken }));
    found.push(...(page.NetworkInterfaces ?? []));
    NextToken = page.NextToken;
  } while (NextToken);
  return CreatorRoleId ? found.filter(({ RequesterId }) => RequesterId?.startsWith(CreatorRoleId)) : found;
}

function describeInterface({ NetworkInterfaceId, Groups = [] }: NetworkInterface): string {
  return `network interface ${NetworkInterfaceId} with ${Groups.map(({ GroupId }) => GroupId).join(', ')}`;
}

async function grantsOf(KeyId: string, GranteePrincipal: string): Promise<GrantListEntry[]> {
  const client = new KMSClient({ maxAttempts: 6 });
  const found: GrantListEntry[] = [];
  let Marker: string | undefined;
  try {
    do {
      const page = await client.send(new ListGrantsCommand({ KeyId, GranteePrincipal, Marker }));
      found.push(...(page.Grants ?? []));
      Marker = page.Truncated ? page.NextMarker : undefined;
    } while (Marker);
  } catch (error) {
    if (!UNREADABLE.includes((error as Error).name)) throw error;
    log(`The removal of the grants of ${KeyId} is not awaited: ${(error as Error).message}`);
  }
  return found;
}
