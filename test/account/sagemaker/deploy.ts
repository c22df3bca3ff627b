import type { Plan } from './deployment-plan';
import { endFleet, endInstances, startFleet, startInstances } from './fleets';
import { MINUTE, SECOND } from './state';
import type { Endpoint, Fleet, Hosting } from './state';

const DRAIN = 10 * SECOND;

/** Replaces the fleet of an endpoint that is `Updating`. It ends `InService`, with the new fleet or with the old one. */
export async function deploy(hosting: Hosting, endpoint: Endpoint, green: Fleet, plan: Plan): Promise<void> {
  const { world } = hosting;
  const watch = watchDeployment(hosting, green, plan);
  const blue = endpoint.fleet;
  // What a failed rollback has left goes with the next deployment.
  if (endpoint.green) endFleet(hosting, endpoint.green.fleet);
  endpoint.green = { fleet: green, share: 0, stage: 'Creating' };
  try {
    if (plan.kind === 'rolling') await roll(hosting, endpoint, green, plan, watch);
    else await shift(hosting, endpoint, green, plan, watch);
    watch.end();
    endpoint.fleet = green;
    endpoint.green = undefined;
    endFleet(hosting, blue);
    await world.sleep(DRAIN);
    finish(hosting, endpoint);
  } catch (error) {
    watch.end();
    await rollBack(hosting, endpoint, green, plan, (error as Error).message);
  }
}

/** Requests reach the new fleet a moment before its stage says so. */
async function activate({ world }: Hosting, endpoint: Endpoint, fleet: Fleet, share: number): Promise<void> {
  endpoint.green = { fleet, share, stage: 'ActivatingTraffic' };
  await world.sleep(10 * SECOND);
  endpoint.green = { fleet, share, stage: 'Baking' };
}

/** Blue/green: all of the new fleet starts, then the traffic shifts. */
async function shift(hosting: Hosting, endpoint: Endpoint, green: Fleet, plan: Plan, watch: Watch): Promise<void> {
  await watch.during(startFleet(hosting, green));
  for (const share of plan.shares) {
    await activate(hosting, endpoint, green, share);
    await watch.bake(plan.waitSeconds);
  }
  await watch.bake(plan.terminationWaitSeconds);
}

/** Rolling: a batch of new instances starts and serves, and as many old ones end. */
async function roll(hosting: Hosting, endpoint: Endpoint, green: Fleet, plan: Plan, watch: Watch): Promise<void> {
  const [fresh] = green.variants;
  const [old] = endpoint.fleet.variants;
  while (fresh.instances.length < fresh.desiredCount) {
    endpoint.green = { fleet: green, share: endpoint.green?.share ?? 0, stage: 'Creating' };
    const batch = Math.min(plan.batch, fresh.desiredCount - fresh.instances.length);
    await watch.during(startInstances(hosting, green, fresh, batch));
    const isLast = fresh.instances.length === fresh.desiredCount;
    const ending = isLast ? old.instances.length : Math.min(batch, old.instances.length - 1);
    const share = fresh.instances.length / (fresh.instances.length + old.instances.length - ending);
    await activate(hosting, endpoint, green, share);
    // Instances of the old fleet go only after the batch has baked, so that the last of them can take the traffic back.
    await watch.bake(plan.waitSeconds);
    endInstances(hosting, old, ending);
  }
}

async function rollBack(hosting: Hosting, endpoint: Endpoint, green: Fleet, plan: Plan, reason: string): Promise<void> {
  const { world } = hosting;
  endpoint.failureReason = reason;
  if (world.assumes('sagemaker.rolling-back-while-an-update-rolls-back')) endpoint.status = 'RollingBack';
  endpoint.green = { fleet: green, share: endpoint.green?.share ?? 0, stage: 'Deleting' };
  try {
    for (const old of endpoint.fleet.variants) {
      while (old.instances.length < old.desiredCount)
        await startInstances(
          hosting,
          endpoint.fleet,
          old,
          Math.min(plan.rollbackBatch, old.desiredCount - old.instances.length),
        );
    }
  } catch (error) {
    endpoint.status = 'UpdateRollbackFailed';
    endpoint.failureReason = `${reason} The rollback failed: ${(error as Error).message}`;
    return;
  }
  endpoint.green = undefined;
  endFleet(hosting, green);
  await world.sleep(MINUTE);
  finish(hosting, endpoint);
  if (!world.assumes('sagemaker.failure-reason-stays-after-a-rollback')) endpoint.failureReason = undefined;
}

function finish({ world }: Hosting, endpoint: Endpoint): void {
  endpoint.status = 'InService';
  endpoint.modified = world.now();
}

interface Watch {
  /** Waits for work, unless an alarm or the timeout ends the deployment before. */
  during<Result>(work: Promise<Result>): Promise<Result>;
  bake(seconds: number): Promise<void>;
  end(): void;
}

/** Looks at the alarms every minute, with the execution role, from the start of the deployment to its end. */
function watchDeployment(hosting: Hosting, green: Fleet, plan: Plan): Watch {
  const { world } = hosting;
  const deadline = world.now() + plan.timeoutSeconds * SECOND;
  const [{ role }] = green.variants;
  let hasEnded = false;
  let abort: (error: Error) => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = reject;
  });
  aborted.catch(() => undefined);
  const look = async (): Promise<void> => {
    if (hasEnded) return;
    if (world.now() >= deadline)
      return abort(new Error(`The deployment exceeded its timeout of ${plan.timeoutSeconds} seconds.`));
    const reason = await trippedAlarms(hosting, role, plan.alarms);
    if (reason) return abort(new Error(reason));
  };
  const repeat = (): void =>
    world.after(MINUTE, async () => {
      await look();
      if (!hasEnded) repeat();
    });
  if (!world.assumes('sagemaker.first-look-at-alarms-after-a-minute')) void look();
  repeat();
  return {
    during: (work) => Promise.race([work, aborted]),
    bake: async (seconds) => {
      await Promise.race([world.sleep(seconds * SECOND), aborted]);
      if (world.assumes('sagemaker.looks-at-alarms-when-a-wait-ends')) await look();
      await Promise.race([aborted, Promise.resolve()]);
    },
    end: () => {
      hasEnded = true;
    },
  };
}

/** Why an alarm ends the deployment; undefined if none does. */
export async function trippedAlarms(
  { world }: Hosting,
  role: string,
  names: readonly string[],
): Promise<string | undefined> {
  if (names.length === 0) return undefined;
  try {
    const describe = async (input: object): Promise<Alarm[]> => {
      const { MetricAlarms = [], CompositeAlarms = [] } = await world.call({
        principal: { role, service: 'sagemaker.amazonaws.com' },
        service: 'cloudwatch',
        operation: 'DescribeAlarms',
        input: { AlarmNames: names, ...input },
      });
      return [...(MetricAlarms as Alarm[]), ...(CompositeAlarms as Alarm[])];
    };
    const metricAlarmsFirst = world.assumes('sagemaker.composite-alarms-only-when-needed');
    const alarms = await describe(metricAlarmsFirst ? {} : { AlarmTypes: ['MetricAlarm', 'CompositeAlarm'] });
    if (metricAlarmsFirst && alarms.length < names.length) {
      alarms.push(...(await describe({ AlarmTypes: ['CompositeAlarm'] })));
    }
    const tripped = alarms.filter(({ StateValue }) => StateValue === 'ALARM').map(({ AlarmName }) => AlarmName);
    if (tripped.length > 0) return `One or more configured alarm(s) are in alarm state: [${tripped.join(', ')}].`;
    const gone = names.filter((name) => !alarms.some(({ AlarmName }) => AlarmName === name));
    return gone.length > 0
      ? `Could not find the alarm(s) of AutoRollbackConfiguration: [${gone.join(', ')}].`
      : undefined;
  } catch (error) {
    return `Could not describe the alarms of AutoRollbackConfiguration: ${(error as Error).message}`;
  }
}

interface Alarm {
  readonly AlarmName: string;
  readonly StateValue: string;
}
