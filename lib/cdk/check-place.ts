import { Arn, ArnFormat, IResource, ResourceEnvironment, Stack } from 'aws-cdk-lib';
import { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { error, Finding } from '../findings/finding';
import { isUnresolved } from '../findings/is-unresolved';

/** A resource that must be in the Region of its user. */
export interface PlacedResource {
  readonly resource?: IResource;
  /** The property that sets the resource. */
  readonly field: string;
  /** The resource in messages, such as `a bucket`. */
  readonly noun: string;
  /** Part of the message that explains why the place matters. */
  readonly reason?: string;
}

/** The Region in which a resource is used, and a description of the Region for the message. */
export interface ResourceUse {
  readonly region: string;
  readonly description: string;
}

/**
 * Checks that a resource is in the Region in which it is used. Regions that are known only at deployment are not checked.
 *
 * @param use by default, the Region of the stack
 */
export function checkRegion(
  scope: Stack,
  { resource, field, noun, reason = '' }: PlacedResource,
  { region, description }: ResourceUse = { region: scope.region, description: "the stack's Region" },
): Finding[] {
  if (resource === undefined) return [];
  const { region: ownRegion } = placeOf(resource);
  if (isSameOrUnknown(ownRegion, region)) return [];
  const message = `got ${noun} in ${ownRegion}; allowed: ${noun} in ${region}, ${description}${reason}`;
  return [error('sm.other-region', field, message)];
}

/** Checks that a resource is in the account of the stack. Accounts that are known only at deployment are not checked. */
export function checkAccount({ account }: Stack, { resource, field, noun, reason = '' }: PlacedResource): Finding[] {
  if (resource === undefined) return [];
  const { account: ownAccount } = placeOf(resource);
  if (isSameOrUnknown(ownAccount, account)) return [];
  const message = `got ${noun} of account ${ownAccount}; allowed: ${noun} of ${account}, the stack's account${reason}`;
  return [error('sm.other-account', field, message)];
}

function isSameOrUnknown(own: string, allowed: string): boolean {
  return own === allowed || isUnresolved(own) || isUnresolved(allowed);
}

/** Account and Region of a resource. CDK assigns an alarm that is imported by its ARN to the stack, not to the account and Region of the ARN. */
function placeOf(resource: IResource): ResourceEnvironment {
  const { alarmArn } = resource as IAlarm;
  if (alarmArn === undefined || isUnresolved(alarmArn)) return resource.env; // not an alarm, or one that CDK creates
  const { account, region } = Arn.split(alarmArn, ArnFormat.COLON_RESOURCE_NAME);
  return { account: account ?? resource.env.account, region: region ?? resource.env.region };
}
