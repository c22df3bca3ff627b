import { sageMakerWithRole } from '../call';
import { Fleet, MINUTE, SageMakerState, Variant } from './state';

let interfaceCount = 0;

/** Creates a network interface in the customer's VPC for an instance of an endpoint. Returns undefined without a VPC. */
export async function createEndpointInterface(
  state: SageMakerState,
  fleet: Fleet,
  { role, model }: Variant,
): Promise<string | undefined> {
  const vpc = fleet.config.input.VpcConfig ?? model?.input.VpcConfig;
  if (vpc) await callEc2(state, role, 'DescribeVpcEndpoints', {});
  return createNetworkInterface(state, { owner: fleet.endpointName, role, vpc });
}

/** Creates a network interface for an endpoint or a job, with the execution role. Returns undefined without a VPC. */
export async function createNetworkInterface(
  state: SageMakerState,
  { owner, role, vpc }: { owner: string; role: string; vpc?: { Subnets: string[]; SecurityGroupIds: string[] } },
): Promise<string | undefined> {
  if (!vpc) return undefined;
  const call = (operation: string, input: Record<string, unknown>) => callEc2(state, role, operation, input);
  await call('DescribeSubnets', { SubnetIds: vpc.Subnets });
  await call('DescribeSecurityGroups', { GroupIds: vpc.SecurityGroupIds });
  await call('DescribeVpcs', {});
  await call('DescribeDhcpOptions', {});
  const subnetId = vpc.Subnets[state.interfaces.size % vpc.Subnets.length];
  const response = await call('CreateNetworkInterface', { SubnetId: subnetId, Groups: vpc.SecurityGroupIds });
  const { NetworkInterfaceId } = (response.NetworkInterface ?? {}) as { NetworkInterfaceId?: string };
  const id = NetworkInterfaceId ?? `eni-${String(++interfaceCount).padStart(6, '0')}`;
  await call('CreateNetworkInterfacePermission', { NetworkInterfaceId: id, Permission: 'INSTANCE-ATTACH' });
  await call('DescribeNetworkInterfaces', { NetworkInterfaceIds: [id] });
  state.interfaces.set(id, {
    id,
    owner,
    role,
    securityGroupIds: vpc.SecurityGroupIds,
    subnetId,
    created: state.account.now(),
  });
  return id;
}

function callEc2(
  { account }: SageMakerState,
  role: string,
  operation: string,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  return account.call({ principal: sageMakerWithRole(role), service: 'ec2', operation, input });
}

/** Time between the termination of an instance and the first attempt to delete its network interface or grants. */
const DELETION_DELAY = 5 * MINUTE;
const ATTEMPTS = 6;

/** Uses the execution role to delete a network interface, some minutes after its instance was terminated. */
export function removeInterfaceLater(
  state: SageMakerState,
  id: string,
  { attempts = ATTEMPTS, delay = DELETION_DELAY }: { attempts?: number; delay?: number } = {},
): void {
  const { account, interfaces: networkInterfaces } = state;
  const role = networkInterfaces.get(id)?.role ?? '';
  account.after(delay, async () => {
    try {
      for (const operation of ['DeleteNetworkInterfacePermission', 'DeleteNetworkInterface'])
        await callEc2(state, role, operation, { NetworkInterfaceId: id });
      networkInterfaces.delete(id);
    } catch {
      // The role was deleted or has no permission. SageMaker retries the deletion, and finally leaves the network interface in the VPC.
      if (attempts > 1) removeInterfaceLater(state, id, { attempts: attempts - 1 });
    }
  });
}

/** Grants the role of each variant the use of the KMS key that encrypts the volumes. */
export async function createGrants({ account }: SageMakerState, fleet: Fleet): Promise<void> {
  const key = fleet.config.input.KmsKeyId;
  if (!key) return;
  for (const role of new Set(fleet.variants.map((variant) => variant.role))) {
    const isCreatedByCaller = account.isSwitchedOn('sagemaker.grants-by-caller');
    const principal = isCreatedByCaller ? 'deployer' : sageMakerWithRole(role);
    const { GrantId = 'grant' } = await account.call({
      principal,
      service: 'kms',
      operation: 'CreateGrant',
      input: { KeyId: key, GranteePrincipal: role, Operations: ['Decrypt', 'GenerateDataKeyWithoutPlaintext'] },
    });
    fleet.grants.push({ id: GrantId as string, role });
  }
}

export function retireGrantsLater({ account }: SageMakerState, fleet: Fleet): void {
  account.after(DELETION_DELAY, async () => {
    for (const grant of [...fleet.grants]) {
      const principal = sageMakerWithRole(grant.role);
      const input = { KeyId: fleet.config.input.KmsKeyId, GrantId: grant.id };
      try {
        await account.call({ principal, service: 'kms', operation: 'RetireGrant', input });
        fleet.grants.splice(fleet.grants.indexOf(grant), 1);
      } catch {
        // The role was deleted or has no permission, so the grant remains.
      }
    }
  });
}
