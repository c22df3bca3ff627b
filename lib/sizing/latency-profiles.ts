import { LatencyProfile } from './latency-profile';
import { readEngines } from './readers/engines';
import { EngineReport } from './readers/reports';

/**
 * Reads execution times, for `CapacityPlanner.fromLatencyProfiles` and for the `serviceTimes` of a simulation.
 *
 * @example
 * const profiles = LatencyProfiles.fromEngines([{ path: 'model.plan.json', instanceType: 'ml.g5.xlarge' }]);
 * CapacityPlanner.fromLatencyProfiles(profiles);
 */
export class LatencyProfiles {
  /**
   * Reads the measurements from builds of TensorRT engines. Returns a profile of execution times for each optimization profile of each
   * engine, at its optimum (`opt`) shapes. The times are the mean times of trtexec with one execution at a time, including the copies of
   * inputs and outputs.
   *
   * @param engines measurements of engines, at least one
   * @throws an error if a file was not written by a build
   */
  public static fromEngines(engines: EngineReport[]): LatencyProfile[] {
    return readEngines(engines);
  }

  private constructor() {}
}
