import { Stack } from 'aws-cdk-lib';
import { IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { IAlias, IKey } from 'aws-cdk-lib/aws-kms';
import { error, Finding } from '../findings/finding';

/**
 * The key behind an alias, because a policy with the ARN of an alias allows nothing (KMS developer guide, "Controlling access to aliases", read
 * 2026-11-29). An alias that was imported by its name has no known key, and is returned itself.
 */
export function keyBehind(key: IKey): IKey;
export function keyBehind(key: IKey | undefined): IKey | undefined;
export function keyBehind(key: IKey | undefined): IKey | undefined {
  if (key === undefined || isAliasByName(key)) return key;
  return (key as Partial<IAlias>).aliasTargetKey ?? key;
}

function isAliasByName(key: IKey): boolean {
  if ((key as IAlias).aliasName === undefined) return false;
  try {
    return (key as IAlias).aliasTargetKey === undefined;
  } catch {
    return true; // CDK throws if it does not know the key
  }
}

/**
 * Rejects an alias that was imported by its name. The library requires the ARN of the key: for policies, for log groups, and to list the
 * grants of the key.
 */
export function checkAlias(key: IKey | undefined, field: string): Finding[] {
  if (key === undefined || !isAliasByName(key)) return [];
  const { aliasName } = key as IAlias;
  const message = `got the alias '${aliasName}' by its name, so CDK does not know its key; allowed: a key, such as Key.fromLookup(scope, id, { aliasName: '${aliasName}' }) or Key.fromKeyArn`;
  return [error('sm.key-alias', field, message)];
}

/** The actions with which CDK grants encryption. */
export const ENCRYPT_ACTIONS = ['kms:Encrypt', 'kms:ReEncrypt*', 'kms:GenerateDataKey*'];

/** A statement that allows actions on the key of a bucket, which can be an alias that was imported by its name. */
export function keyStatement(key: IKey, actions: string[]): PolicyStatement {
  if (!isAliasByName(key)) return new PolicyStatement({ actions, resources: [keyBehind(key).keyArn] });
  return new PolicyStatement({
    actions,
    resources: [Stack.of(key).formatArn({ service: 'kms', resource: 'key', resourceName: '*' })],
    conditions: { 'ForAnyValue:StringEquals': { 'kms:ResourceAliases': (key as IAlias).aliasName } },
  });
}

/** Grants the use of the key of a bucket. For an alias that was imported by its name, CDK grants nothing unless a feature flag is on. */
export function grantKey(key: IKey | undefined, grantee: IGrantable, ...actions: string[]): void {
  if (key === undefined) return;
  if (isAliasByName(key)) grantee.grantPrincipal.addToPrincipalPolicy(keyStatement(key, actions));
  else key.grant(grantee, ...actions);
}
