import { Reference, Stack, Tokenization } from 'aws-cdk-lib';
import { AlarmBase } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnKey, IAlias, IKey, Key } from 'aws-cdk-lib/aws-kms';
import { CfnTopic, Topic } from 'aws-cdk-lib/aws-sns';
import { Construct, IConstruct } from 'constructs';
import { warning } from '../findings/finding';
import { reportFindings } from '../findings/report';
import { whenAspectsRun } from './at-synthesis';
import { keyBehind } from './keys';

/** The alias of the key that AWS manages. Nobody can change the policy of this key. */
const MANAGED_KEY = 'alias/aws/sns';

/**
 * Allows CloudWatch to use the keys of the topics that alarms notify, or warns if the library cannot change the policy of a key. Without this
 * permission, CloudWatch cannot publish to the topic (SNS developer guide, "Enable compatibility between event sources from AWS services and
 * encrypted topics", read 2026-11-29). An aspect does this when all actions and topics of the app exist.
 */
export function allowTopicKeys(scope: Construct, alarms: AlarmBase[]): void {
  whenAspectsRun(scope, () => {
    const targets = alarms.flatMap((alarm) => (alarm['alarmActionArns'] ?? []).map(referenceTarget));
    for (const topic of new Set(targets)) if (topic instanceof CfnTopic) allowKeyOf(topic);
  });
}

function allowKeyOf(topic: CfnTopic): void {
  const owner = topic.node.scope instanceof Topic ? topic.node.scope : undefined;
  const { path } = (owner ?? topic).node;
  const { kmsMasterKeyId: keyId } = topic;
  const key = keyBehind(owner?.masterKey) ?? keyOfReference(keyId);
  if (key === undefined && keyId === undefined) return;
  const statement = new PolicyStatement({
    principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
    actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
    resources: ['*'],
  });
  if (key?.addToResourcePolicy(statement).statementAdded) return;
  const isManaged = `${(key as Partial<IAlias> | undefined)?.aliasName ?? keyId}`.endsWith(MANAGED_KEY);
  const message = isManaged
    ? `got ${MANAGED_KEY}, a key that CloudWatch cannot use, so alarms cannot publish to ${path}; allowed: a key of this app, new Key(scope, id), or no key`
    : `got a key whose policy this app does not contain, so alarms can publish to ${path} only if the policy contains ${JSON.stringify(Stack.of(topic).resolve(statement.toStatementJson()))}`;
  reportFindings(owner ?? topic, [warning('cw.topic-key', owner ? 'masterKey' : 'kmsMasterKeyId', message)]);
}

/** The key of this app to which a reference refers. */
function keyOfReference(keyId = ''): IKey | undefined {
  const target = referenceTarget(keyId);
  return target instanceof CfnKey && target.node.scope instanceof Key ? target.node.scope : undefined;
}

/** The construct to which a text refers. Undefined if the text is not a single reference. */
function referenceTarget(text: string): IConstruct | undefined {
  const { tokens, length } = Tokenization.reverseString(text);
  const [token] = tokens;
  return length === 1 && Reference.isReference(token) ? token.target : undefined;
}
