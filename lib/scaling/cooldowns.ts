import { Duration } from 'aws-cdk-lib';
import { Finding } from '../findings/finding';
import { checkDurationRange } from '../findings/ranges';

export const DEFAULT_SCALE_IN_COOLDOWN = Duration.seconds(600);
export const DEFAULT_SCALE_OUT_COOLDOWN = Duration.seconds(200);

/** Times between scaling activities. */
export interface Cooldowns {
  readonly scaleInCooldown?: Duration;
  readonly scaleOutCooldown?: Duration;
}

/** Reports invalid cooldowns. Application Auto Scaling accepts only whole seconds. */
export function checkCooldowns({ scaleInCooldown, scaleOutCooldown }: Cooldowns): Finding[] {
  return [
    ...checkDurationRange(scaleInCooldown, { ruleId: 'sm.scaling', field: 'scaling.scaleInCooldown' }),
    ...checkDurationRange(scaleOutCooldown, { ruleId: 'sm.scaling', field: 'scaling.scaleOutCooldown' }),
  ];
}
