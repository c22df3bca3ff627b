import { LatencyProfile } from './latency-profile';
import { readEngines } from './readers/engines';
import { EngineReport } from './readers/reports';

/**
 * Reads execution times for `CapacityPlanner.fromLatencyProfiles`, and for the `serviceTimes` of a simulation.
 *
 * @example
 * const profiles = LatencyProfiles.fromEngines([{ path: 'model.plan.json', instanceType: 'ml.g5.xlarge' }]);
 * CapacityPlanner.fromLatencyProfiles(profiles);
 */
export class LatencyProfiles {
  /**
   * From what builds of TensorRT engines have measured: a profile of execution times for each optimization profile of each engine, at its
   * usual (`opt`) shapes. They are the mean times of trtexec with one execution at a time, inputs and outputs copied.
   *
   * @param engines at least one
   * @throws when a file is not what a build has written
   */
  public static fromEngines(engines: EngineReport[]): LatencyProfile[] {
    return readEngines(engines);
  }

  private constructor() {}
}
