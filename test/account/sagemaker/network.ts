import type { Fleet, Hosting, Variant } from './state';
import { MINUTE } from './state';

let interfaces = 0;

/** An interface of an instance in the customer's VPC. */
export async function makeInterface(
  hosting: Hosting,
  fleet: Fleet,
  { role, model }: Variant,
): Promise<string | undefined> {
  const vpc = fleet.config.input.VpcConfig ?? model.input.VpcConfig;
  if (vpc) await callEc2(hosting, role, 'DescribeVpcEndpoints', {});
  return makeInterfaceFor(hosting, { owner: fleet.endpointName, role, vpc });
}

/** An interface in the customer's VPC, made with the role of an endpoint or a job; undefined without a VPC. */
export async function makeInterfaceFor(
  hosting: Hosting,
  { owner, role, vpc }: { owner: string; role: string; vpc?: { Subnets: string[]; SecurityGroupIds: string[] } },
): Promise<string | undefined> {
  if (!vpc) return undefined;
  const call = (operation: string, input: Record<string, unknown>) => callEc2(hosting, role, operation, input);
  await call('DescribeSubnets', { SubnetIds: vpc.Subnets });
  await call('DescribeSecurityGroups', { GroupIds: vpc.SecurityGroupIds });
  await call('DescribeVpcs', {});
  await call('DescribeDhcpOptions', {});
  const subnetId = vpc.Subnets[hosting.interfaces.size % vpc.Subnets.length];
  const made = await call('CreateNetworkInterface', { SubnetId: subnetId, Groups: vpc.SecurityGroupIds });
  const { NetworkInterfaceId } = (made.NetworkInterface ?? {}) as { NetworkInterfaceId?: string };
  const id = NetworkInterfaceId ?? `eni-${String(++interfaces).padStart(6, '0')}`;
  await call('CreateNetworkInterfacePermission', { NetworkInterfaceId: id, Permission: 'INSTANCE-ATTACH' });
  await call('DescribeNetworkInterfaces', { NetworkInterfaceIds: [id] });
  hosting.interfaces.set(id, {
    id,
    owner,
    role,
    securityGroupIds: vpc.SecurityGroupIds,
    subnetId,
    made: hosting.world.now(),
  });
  return id;
}

function callEc2(
  { world }: Hosting,
  role: string,
  operation: string,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  return world.call({ principal: { role, service: 'sagemaker.amazonaws.com' }, service: 'ec2', operation, input });
}

const CLEAN_UP_AFTER = 5 * MINUTE;
const TRIES = 6;

/** Instances are gone immediately; their interfaces follow some minutes later, deleted with the execution role. */
export function removeInterfaceLater(
  hosting: Hosting,
  id: string,
  { tries = TRIES, after = CLEAN_UP_AFTER }: { tries?: number; after?: number } = {},
): void {
  const { world, interfaces: all } = hosting;
  const role = all.get(id)?.role ?? '';
  world.after(after, async () => {
    try {
      for (const operation of ['DeleteNetworkInterfacePermission', 'DeleteNetworkInterface'])
        await callEc2(hosting, role, operation, { NetworkInterfaceId: id });
      all.delete(id);
    } catch {
      // The role is gone, or may not: the interface stays. SageMaker tries some times.
      if (tries > 1) removeInterfaceLater(hosting, id, { tries: tries - 1 });
    }
  });
}

/** Grants of the key of the volumes, for the role of each variant. */
export async function makeGrants({ world }: Hosting, fleet: Fleet): Promise<void> {
  const key = fleet.config.input.KmsKeyId;
  if (!key) return;
  for (const role of new Set(fleet.variants.map((variant) => variant.role))) {
    const byCaller = world.assumes('sagemaker.grants-by-caller');
    const principal = byCaller ? 'deployer' : { role, service: 'sagemaker.amazonaws.com' };
    const { GrantId = 'grant' } = await world.call({
      principal,
      service: 'kms',
      operation: 'CreateGrant',
      input: { KeyId: key, GranteePrincipal: role, Operations: ['Decrypt', 'GenerateDataKeyWithoutPlaintext'] },
    });
    fleet.grants.push({ id: GrantId as string, role });
  }
}

export function retireGrantsLater({ world }: Hosting, fleet: Fleet): void {
  world.after(CLEAN_UP_AFTER, async () => {
    for (const grant of [...fleet.grants]) {
      const principal = { role: grant.role, service: 'sagemaker.amazonaws.com' };
      const input = { KeyId: fleet.config.input.KmsKeyId, GrantId: grant.id };
      try {
        await world.call({ principal, service: 'kms', operation: 'RetireGrant', input });
        fleet.grants.splice(fleet.grants.indexOf(grant), 1);
      } catch {
        // The grant stays.
      }
    }
  });
}
