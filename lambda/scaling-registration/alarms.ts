import {
  CloudWatchClient,
  DescribeAlarmsCommand,
  MetricAlarm,
  PutMetricAlarmCommand,
  PutMetricAlarmCommandInput,
} from '@aws-sdk/client-cloudwatch';
import { awaitPermissions } from '../shared/await-permissions';

const client = new CloudWatchClient(awaitPermissions());

/** Lets alarms call a policy instead of the one that had its name before. Alarms that are not there are left alone. */
export async function callPolicy(alarmNames: string[], policyArn: string): Promise<void> {
  if (alarmNames.length === 0) return;
  const { MetricAlarms = [] } = await client.send(new DescribeAlarmsCommand({ AlarmNames: alarmNames }));
  for (const alarm of MetricAlarms) {
    const actions = alarm.AlarmActions ?? [];
    const others = actions.filter((arn) => nameIn(arn) !== nameIn(policyArn));
    if (actions.includes(policyArn) && others.length === actions.length - 1) continue;
    await client.send(new PutMetricAlarmCommand({ ...settingsOf(alarm), AlarmActions: [...others, policyArn] }));
  }
}

/** `…:scalingPolicy:<id>:resource/sagemaker/endpoint/…/variant/…:policyName/<name>`, without the ids: some end with `:createdBy/<id>`. */
function nameIn(arn: string): string | undefined {
  const [, of] = arn.split(':scalingPolicy:');
  return of?.slice(of.indexOf(':') + 1).split(':createdBy/')[0];
}

/** PutMetricAlarm overwrites all settings: those that an alarm has, as DescribeAlarms says, without its state. */
function settingsOf(alarm: MetricAlarm): PutMetricAlarmCommandInput {
  const {
    AlarmArn: _arn,
    AlarmConfigurationUpdatedTimestamp: _configured,
    EvaluationState: _evaluation,
    StateReason: _reason,
    StateReasonData: _data,
    StateTransitionedTimestamp: _transitioned,
    StateUpdatedTimestamp: _updated,
    StateValue: _state,
    ...settings
  } = alarm;
  return settings as PutMetricAlarmCommandInput;
}
