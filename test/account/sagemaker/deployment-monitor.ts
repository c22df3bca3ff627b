import { sageMakerWithRole } from '../call';
import type { DeploymentPlan } from './deployment-plan';
import { MINUTE, SageMakerState, SECOND } from './state';

export interface DeploymentMonitor {
  /** Waits for the work. Throws if an alarm or the timeout ends the deployment first. */
  waitUnlessAborted<Result>(work: Promise<Result>): Promise<Result>;
  /** Waits for a baking period. Throws if an alarm or the timeout ends the deployment first. */
  bake(seconds: number): Promise<void>;
  /** Stops the checks. */
  end(): void;
}

/** Checks the timeout and the alarms every minute until the deployment ends. Describes the alarms with the execution role. */
export function monitorDeployment(
  state: SageMakerState,
  role: string,
  plan: Pick<DeploymentPlan, 'timeoutSeconds' | 'alarms'>,
): DeploymentMonitor {
  const { account } = state;
  const deadline = account.now() + plan.timeoutSeconds * SECOND;
  let hasEnded = false;
  let abort: (error: Error) => void = () => undefined;
  const abortPromise = new Promise<never>((_, reject) => {
    abort = reject;
  });
  abortPromise.catch(() => undefined);
  const check = async (): Promise<void> => {
    if (hasEnded) return;
    if (account.now() >= deadline)
      return abort(new Error(`The deployment exceeded its timeout of ${plan.timeoutSeconds} seconds.`));
    const reason = await rollbackReason(state, role, plan.alarms);
    if (reason) return abort(new Error(reason));
  };
  const repeat = (): void =>
    account.after(MINUTE, async () => {
      await check();
      if (!hasEnded) repeat();
    });
  if (!account.isSwitchedOn('sagemaker.first-alarm-check-after-a-minute')) void check();
  repeat();
  return {
    waitUnlessAborted: (work) => Promise.race([work, abortPromise]),
    bake: async (seconds) => {
      await Promise.race([account.sleep(seconds * SECOND), abortPromise]);
      if (account.isSwitchedOn('sagemaker.checks-alarms-when-a-wait-ends')) await check();
      await Promise.race([abortPromise, Promise.resolve()]);
    },
    end: () => {
      hasEnded = true;
    },
  };
}

/** The reason why alarms end a deployment, or undefined. Missing alarms and missing permissions also end the deployment. */
export async function rollbackReason(
  { account }: SageMakerState,
  role: string,
  names: readonly string[],
): Promise<string | undefined> {
  if (names.length === 0) return undefined;
  try {
    const describe = async (input: object): Promise<Alarm[]> => {
      const { MetricAlarms = [], CompositeAlarms = [] } = await account.call({
        principal: sageMakerWithRole(role),
        service: 'cloudwatch',
        operation: 'DescribeAlarms',
        input: { AlarmNames: names, ...input },
      });
      return [...(MetricAlarms as Alarm[]), ...(CompositeAlarms as Alarm[])];
    };
    const metricAlarmsFirst = account.isSwitchedOn('sagemaker.composite-alarms-only-when-needed');
    const alarms = await describe(metricAlarmsFirst ? {} : { AlarmTypes: ['MetricAlarm', 'CompositeAlarm'] });
    if (metricAlarmsFirst && alarms.length < names.length) {
      alarms.push(...(await describe({ AlarmTypes: ['CompositeAlarm'] })));
    }
    const firingAlarms = alarms.filter(({ StateValue }) => StateValue === 'ALARM').map(({ AlarmName }) => AlarmName);
    if (firingAlarms.length > 0)
      return `One or more configured alarm(s) are in alarm state: [${firingAlarms.join(', ')}].`;
    const missing = names.filter((name) => !alarms.some(({ AlarmName }) => AlarmName === name));
    return missing.length > 0
      ? `Could not find the alarm(s) of AutoRollbackConfiguration: [${missing.join(', ')}].`
      : undefined;
  } catch (error) {
    return `Could not describe the alarms of AutoRollbackConfiguration: ${(error as Error).message}`;
  }
}

interface Alarm {
  readonly AlarmName: string;
  readonly StateValue: string;
}
