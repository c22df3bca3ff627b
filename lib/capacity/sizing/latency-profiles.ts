import { LatencyProfile } from '../../measurements/latency-profile';
import { readEngines } from './readers/engines';
import { readLatencyTableCsv } from './readers/profile-csvs';
import { MeasurementReport } from './readers/reports';

/**
 * Reads execution times, for `CapacityPlanner.fromLatencyProfiles` and for the `serviceTimes` of a simulation.
 *
 * @example
 * const profiles = capacity.LatencyProfiles.fromEngines([{ path: 'model.plan.json', instanceType: 'ml.g5.xlarge' }]);
 * capacity.CapacityPlanner.fromLatencyProfiles(profiles);
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
  public static fromEngines(engines: MeasurementReport[]): LatencyProfile[] {
    return readEngines(engines);
  }

  /**
   * Reads a table of execution times, such as the table that the `local` command writes (`--latency-table`). Required columns:
   * `instance_type`, `batch` and `milliseconds`. Optional columns: `configuration`, `instances_per_gpu`, `gpu_model`, `triton_release` and
   * `measured_on`. Returns a profile for each instance type, configuration and number of model instances.
   *
   * @param path path of a CSV file with a header
   * @throws an error that lists all invalid values
   */
  public static fromLatencyTableCsv(path: string): LatencyProfile[] {
    return readLatencyTableCsv(path);
  }

  private constructor() {}
}
