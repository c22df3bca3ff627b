import { CloudWatchClient, DescribeAlarmsCommand, PutMetricAlarmCommand } from '@aws-sdk/client-cloudwatch';
import type { PutMetricAlarmCommandInput } from '@aws-sdk/client-cloudwatch';
import { permissionRetryOptions } from '../shared/await-permissions';

const client = new CloudWatchClient(permissionRetryOptions());

/** What DescribeAlarms returns in addition to the settings of an alarm. PutMetricAlarm overwrites all settings. */
const STATE = /^(AlarmArn|AlarmConfigurationUpdatedTimestamp|EvaluationState|State\w+)$/;

/**
 * In alarms that have an action with the same policy name, replaces this action with the ARN of the policy. Skips alarms that do not exist.
 */
export async function replaceAlarmAction(alarmNames: string[], policyArn: string): Promise<void> {
  if (alarmNames.length === 0) return;
  const { MetricAlarms = [] } = await client.send(new DescribeAlarmsCommand({ AlarmNames: alarmNames }));
  for (const alarm of MetricAlarms) {
    const actions = alarm.AlarmActions ?? [];
    const otherActions = actions.filter((arn) => policyNameIn(arn) !== policyNameIn(policyArn));
    if (actions.includes(policyArn) && otherActions.length === actions.length - 1) continue;
    const settings = Object.fromEntries(Object.entries(alarm).filter(([name]) => !STATE.test(name)));
    const input = {
      ...(settings as unknown as PutMetricAlarmCommandInput),
      AlarmActions: [...otherActions, policyArn],
    };
    await client.send(new PutMetricAlarmCommand(input));
  }
}

/**
 * The resource and name of a policy, from its ARN `…:scalingPolicy:<id>:resource/sagemaker/endpoint/…/variant/…:policyName/<name>`, which
 * may end with `:createdBy/<id>`. The IDs are omitted, since they change when a policy is created again.
 */
function policyNameIn(arn: string): string | undefined {
  const [, resource] = arn.split(':scalingPolicy:');
  return resource?.slice(resource.indexOf(':') + 1).split(':createdBy/')[0];
}
