import { Arn, ArnFormat, Stack } from 'aws-cdk-lib';
import { AlarmBase, CfnAlarm, CfnCompositeAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { isUnresolved } from '../findings/is-unresolved';
import { rulePage } from '../findings/rule-page';

/**
 * Rejects actions in a different Region, which PutMetricAlarm rejects with "Invalid region eu-west-1 specified. Only eu-central-1 is
 * supported." The check runs at synthesis, because only then the ARNs of actions are known.
 */
export function checkActions(scope: Construct, alarms: AlarmBase[]): void {
  scope.node.addValidation({ validate: () => [...new Set(alarms.flatMap(actionProblems))] });
}

function actionProblems({ node, stack }: AlarmBase): string[] {
  const { alarmActions } = node.defaultChild as CfnAlarm | CfnCompositeAlarm;
  const arns: unknown[] = Stack.of(stack).resolve(alarmActions) ?? [];
  return arns.flatMap((arn) => {
    const region = typeof arn === 'string' ? Arn.split(arn, ArnFormat.NO_RESOURCE_NAME).region : undefined;
    if (!region || region === stack.region || isUnresolved(stack.region)) return [];
    return [
      `monitoring.alarmActions: got an action in ${region}; allowed: an action in ${stack.region}, the stack's Region ${rulePage('sm.other-region')}`,
    ];
  });
}
