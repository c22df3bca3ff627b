import { LatencyProfile } from '../latency-profile';
import { ABOVE_ZERO, checkMeasured, checkName, COUNT, NOT_NEGATIVE } from './measured-value';
import { reportProblems } from './report-problems';

/**
 * Profiles that a caller gives.
 *
 * @throws what is wrong with all of them, at once
 */
export function checkProfiles(profiles: LatencyProfile[]): void {
  reportProblems(
    'CapacityPlanner.fromLatencyProfiles',
    profiles.map(({ instanceType, serviceTimes, instancesPerGpu, gpus, overheads }, i) => ({
      where: `profiles[${i}]`,
      findings: [
        ...checkName(instanceType, 'instanceType'),
        ...serviceTimes.flatMap(({ batch, milliseconds }, j) => [
          ...checkMeasured(batch, `serviceTimes[${j}].batch`, COUNT),
          ...checkMeasured(milliseconds, `serviceTimes[${j}].milliseconds`, ABOVE_ZERO),
        ]),
        ...checkMeasured(instancesPerGpu, 'instancesPerGpu', COUNT),
        ...checkMeasured(gpus, 'gpus', COUNT),
        ...checkMeasured(overheads?.perRequestMilliseconds, 'overheads.perRequestMilliseconds', NOT_NEGATIVE),
        ...checkMeasured(overheads?.perExecutionMilliseconds, 'overheads.perExecutionMilliseconds', NOT_NEGATIVE),
      ],
    })),
  );
}
