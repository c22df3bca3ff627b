import { Duration } from 'aws-cdk-lib';
import { Finding, error, warning } from '../../findings/finding';
import { secondsOf } from '../../findings/ranges';

/** A time in which the alarms cannot fire watches nothing. */
export function shortBake(field: string, given: Duration | undefined, window: Duration): Finding[] {
  const seconds = secondsOf(given);
  const needed = secondsOf(window);
  if (seconds === undefined || needed === undefined || seconds >= needed) return [];
  const message =
    `got ${seconds} seconds; allowed: at least the ${needed} seconds that the rollback alarms look back, alarms with fewer evaluation periods ` +
    `(monitoring.alarms), or autoRollback: false`;
  return [error('sm.deploy-bake', `updateStrategy.${field}`, message)];
}

/** The bake time still catches what the step did not. */
export function shortWait(given: Duration | undefined, window: Duration): Finding[] {
  const seconds = secondsOf(given);
  const needed = secondsOf(window);
  if (seconds === undefined || needed === undefined || seconds >= needed) return [];
  const message = `got ${seconds} seconds, less than the ${needed} seconds that the rollback alarms look back: the next step comes before they can fire`;
  return [warning('sm.deploy-wait-window', 'updateStrategy.waitInterval', message)];
}
