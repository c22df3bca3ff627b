import { LatencyProfile } from '../sizing';
import { TrafficTrace } from './traffic-trace';

/** The traffic that an endpoint must serve, and the speed of its model. Synthesis simulates the scaling of the endpoint with both. */
export interface ExpectedTraffic {
  /** Requests over time, of at most 7 days. To simulate a longer trace, use `FleetSimulator`. */
  readonly trace: TrafficTrace;

  /**
   * Execution times of the model on the instance type of the variant, measured with the instance groups that you deploy. Their number is
   * `instancesPerGpu` of the profile, which synthesis does not compare with the model.
   */
  readonly profile: LatencyProfile;

  /**
   * Squared coefficient of variation of the intervals between requests: 1 for independent users, 5 for strong bursts.
   *
   * @default 1
   */
  readonly burstiness?: number;
}
