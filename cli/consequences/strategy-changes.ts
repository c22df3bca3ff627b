import { isDeepStrictEqual } from 'util';
import { duration } from './consequence';
import { Properties } from './endpoint';

interface Waits {
  readonly bakeTime?: number;
  readonly waitInterval?: number;
}

/** What changes in a deployment configuration besides its alarms. Waits are named, since a new version of the library may change them alone. */
export function strategyChanges(before: Properties, after: Properties): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (!isDeepStrictEqual(withoutWaits(before), withoutWaits(after))) return ['updateStrategy changes'];
  const [old, fresh] = [waitsOf(before), waitsOf(after)];
  return (['bakeTime', 'waitInterval'] as const)
    .filter((name) => old[name] !== fresh[name])
    .map((name) => `${name} of updateStrategy changes from ${words(old[name])} to ${words(fresh[name])}`);
}

function waitsOf({ BlueGreenUpdatePolicy: blueGreen, RollingUpdatePolicy: rolling }: Properties): Waits {
  const { TerminationWaitInSeconds, TrafficRoutingConfiguration: routing } = (blueGreen ?? {}) as Properties;
  const { WaitIntervalInSeconds } = (routing ?? rolling ?? {}) as Properties;
  return { bakeTime: TerminationWaitInSeconds as number, waitInterval: WaitIntervalInSeconds as number };
}

function withoutWaits(config: Properties): unknown {
  const waits = ['TerminationWaitInSeconds', 'WaitIntervalInSeconds'];
  return JSON.parse(JSON.stringify(config, (name, value: unknown) => (waits.includes(name) ? undefined : value)));
}

function words(seconds: number | undefined): string {
  return seconds === undefined ? 'the default' : duration(seconds);
}
