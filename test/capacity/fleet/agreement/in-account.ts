import { accountWithEndpoint } from '../../../account/sagemaker/fixtures';
import { History, NamedPolicy, USERS } from './history';

const ID = {
  ServiceNamespace: 'sagemaker',
  ResourceId: 'endpoint/faces/variant/AllTraffic',
  ScalableDimension: 'sagemaker:variant:DesiredInstanceCount',
};
const NAMESPACE = 'App';
const OF_VARIANT = {
  Namespace: 'AWS/SageMaker',
  Dimensions: [
    { Name: 'EndpointName', Value: 'faces' },
    { Name: 'VariantName', Value: 'AllTraffic' },
  ],
};

/** The requested instances after each minute in the simulated account. */
export async function inAccount({ load, maxCapacity, policies, changes }: History): Promise<number[]> {
  const aws = await accountWithEndpoint({ off: [] });
  await aws.callAutoScaling('RegisterScalableTarget', { ...ID, MinCapacity: 1, MaxCapacity: maxCapacity });
  for (const policy of policies) await putPolicy(aws, policy);
  const start = aws.account.now();
  for (const { minute, minCapacity, maxCapacity: newMaximum } of changes)
    await aws.callAutoScaling('PutScheduledAction', {
      ...ID,
      ScheduledActionName: `minute-${minute}`,
      Schedule: `at(${new Date(start + minute * 60_000).toISOString().slice(0, 19)})`,
      ScalableTargetAction: { MinCapacity: minCapacity, MaxCapacity: newMaximum },
    });
  await aws.minutes(0.5); // the account evaluates alarms shortly after each minute
  const capacities = [];
  for (const { requests, users } of load) {
    aws.sagemaker.hooks.requestsPerMinute = () => requests;
    const MetricData = [{ MetricName: USERS.MetricName, Value: users }];
    if (users !== undefined) await aws.callCloudWatch('PutMetricData', { Namespace: NAMESPACE, MetricData });
    await aws.minutes(1);
    const { ProductionVariants } = await aws.describe();
    capacities.push((ProductionVariants as { DesiredInstanceCount: number }[])[0].DesiredInstanceCount);
  }
  return capacities;
}

async function putPolicy(
  { callAutoScaling, callCloudWatch }: Awaited<ReturnType<typeof accountWithEndpoint>>,
  { name, policy, alarm }: NamedPolicy,
): Promise<void> {
  const { PolicyARN } = await callAutoScaling('PutScalingPolicy', { ...ID, PolicyName: name, ...policy });
  if (!alarm) return;
  const metric = alarm.MetricName === USERS.MetricName ? { Namespace: NAMESPACE } : OF_VARIANT;
  await callCloudWatch('PutMetricAlarm', { AlarmName: name, ...metric, ...alarm, AlarmActions: [PolicyARN] });
}
