import { LatencyProfile } from '../latency-profile';
import { BATCH, checkMeasured, checkName, COUNT, EXECUTION_MILLISECONDS, NOT_NEGATIVE } from './measured-value';
import { reportProblems } from './report-problems';

/**
 * Checks the profiles that a caller passed.
 *
 * @throws an error that lists all invalid values
 */
export function checkProfiles(profiles: LatencyProfile[]): void {
  reportProblems(
    'CapacityPlanner.fromLatencyProfiles',
    profiles.map(({ instanceType, serviceTimes, instancesPerGpu, gpus, overheads }, i) => ({
      where: `profiles[${i}]`,
      findings: [
        ...checkName(instanceType, 'instanceType'),
        ...serviceTimes.flatMap(({ batch, milliseconds }, j) => [
          ...checkMeasured(batch, `serviceTimes[${j}].batch`, BATCH),
          ...checkMeasured(milliseconds, `serviceTimes[${j}].milliseconds`, EXECUTION_MILLISECONDS),
        ]),
        ...checkMeasured(instancesPerGpu, 'instancesPerGpu', COUNT),
        ...checkMeasured(gpus, 'gpus', COUNT),
        ...checkMeasured(overheads?.perRequestMilliseconds, 'overheads.perRequestMilliseconds', NOT_NEGATIVE),
        ...checkMeasured(overheads?.perExecutionMilliseconds, 'overheads.perExecutionMilliseconds', NOT_NEGATIVE),
      ],
    })),
  );
}
