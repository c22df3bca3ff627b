import {
  DeleteScalingPolicyCommand,
  PutScalingPolicyCommand,
  PutScalingPolicyCommandInput,
} from '@aws-sdk/client-application-auto-scaling';
import {
  CloudWatchClient,
  DescribeAlarmsCommand,
  MetricAlarm,
  PutMetricAlarmCommand,
  PutMetricAlarmCommandInput,
} from '@aws-sdk/client-cloudwatch';
import { RegisteredPolicy, ScalableTargetId } from '../../lib/contracts/scaling-registration-properties';
import { permissionRetryOptions } from '../shared/await-permissions';
import { capitalizeKeys, autoScalingClient, withRetries, targetOf } from './service';

const cloudWatch = new CloudWatchClient(permissionRetryOptions());

/**
 * Creates policies that CloudFormation assumes to exist. In the alarms of a policy, the new ARN of the policy replaces its previous ARN.
 */
export async function putPolicies(targetId: ScalableTargetId, policies: RegisteredPolicy[]): Promise<void> {
  const id = targetOf(targetId);
  for (const { alarmNames = [], ...policy } of policies) {
    const input = { ...id, ...(capitalizeKeys(policy) as PutScalingPolicyCommandInput) };
    const { PolicyARN = '' } = await withRetries(() => autoScalingClient.send(new PutScalingPolicyCommand(input)));
    await replaceAlarmAction(alarmNames, PolicyARN);
  }
}

/** Deletes policies, unless they or their target do not exist. */
export async function deletePolicies(targetId: ScalableTargetId, policies: RegisteredPolicy[]): Promise<void> {
  for (const { policyName } of policies) {
    const input = { ...targetOf(targetId), PolicyName: policyName };
    await withRetries(() =>
      autoScalingClient.send(new DeleteScalingPolicyCommand(input)).catch((error: Error) => {
        if (error.name !== 'ObjectNotFoundException') throw error;
      }),
    );
  }
}

/**
 * In alarms that have an action with the same policy name, replaces this action with the ARN of the policy. Skips alarms that do not exist.
 */
async function replaceAlarmAction(alarmNames: string[], policyArn: string): Promise<void> {
  if (alarmNames.length === 0) return;
  const { MetricAlarms = [] } = await cloudWatch.send(new DescribeAlarmsCommand({ AlarmNames: alarmNames }));
  for (const alarm of MetricAlarms) {
    const actions = alarm.AlarmActions ?? [];
    const otherActions = actions.filter((arn) => policyNameIn(arn) !== policyNameIn(policyArn));
    if (actions.includes(policyArn) && otherActions.length === actions.length - 1) continue;
    const settings = { ...settingsOf(alarm), AlarmActions: [...otherActions, policyArn] };
    await cloudWatch.send(new PutMetricAlarmCommand(settings));
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

/** All settings of an alarm from DescribeAlarms, without its state. All are needed, since PutMetricAlarm overwrites all settings. */
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
