import { Duration } from 'aws-cdk-lib';
import { Finding } from '../findings/finding';
import { durationWithin } from '../findings/ranges';

export const SCALE_IN_COOLDOWN = Duration.seconds(600);
export const SCALE_OUT_COOLDOWN = Duration.seconds(200);

/** Times for which nothing scales again. */
export interface Cooldowns {
  readonly scaleInCooldown?: Duration;
  readonly scaleOutCooldown?: Duration;
}

/** Application Auto Scaling counts cooldowns in whole seconds. */
export function checkCooldowns({ scaleInCooldown, scaleOutCooldown }: Cooldowns): Finding[] {
  return [
    ...durationWithin(scaleInCooldown, { ruleId: 'sm.scaling', field: 'scaling.scaleInCooldown' }),
    ...durationWithin(scaleOutCooldown, { ruleId: 'sm.scaling', field: 'scaling.scaleOutCooldown' }),
  ];
}
