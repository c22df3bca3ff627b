import { CapacityPlanProps } from '../capacity-plan-props';
import { LatencyProfile } from '../latency-profile';
import { labelsOf } from './profile-labels';
import { SimulatedOption } from './simulated-option';
import { SizingOption } from './sizing-option';

/** Each measured batch size as the limit, with each queue delay. */
export function optionsOf(profiles: LatencyProfile[], props: CapacityPlanProps): SizingOption[] {
  return profiles.flatMap((profile) => {
    const labels = labelsOf(profile, props);
    const sizes = [...new Set(profile.serviceTimes.map(({ batch }) => batch))].sort((a, b) => a - b);
    return sizes.flatMap((size) => {
      const delays = size > 1 ? (props.queueDelaysMicroseconds ?? [0]) : [0];
      return delays.map((delay) => new SimulatedOption(profile, size, delay, labels));
    });
  });
}
