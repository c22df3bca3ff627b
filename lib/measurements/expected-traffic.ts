import { Finding } from '../findings/finding';
import { TritonModel } from '../model';
import { InstanceType, LatencyObjective, RoutingStrategy } from '../platform';
import { Scaling } from '../scaling';
import { LatencyProfile } from './latency-profile';
import { TrafficTrace } from './traffic-trace';

/** What an endpoint has for its traffic. @internal */
export interface ServingFleet {
  readonly instanceTypes: InstanceType[];
  /** The model that instances of a type serve. */
  readonly modelOn: (instanceType: string) => TritonModel;
  readonly instanceCount: number;
  readonly scaling: Scaling;
  readonly latencyObjective: LatencyObjective;
  readonly routingStrategy?: RoutingStrategy;
  readonly asynchronous?: boolean;
}

/**
 * The traffic that an endpoint must serve, and the speed of its model. Synthesis simulates the scaling of the endpoint with both.
 * `capacity.FleetSimulator.expectedTraffic` creates it.
 */
export abstract class ExpectedTraffic {
  /** @internal */
  protected constructor(
    /** Requests over time. */
    public readonly trace: TrafficTrace,
    /** Execution times of the model on the instance type of the variant. */
    public readonly profile: LatencyProfile,
  ) {}

  /** The traffic with each number of requests multiplied by a factor. @internal */
  public abstract _scaledBy(factor: number): ExpectedTraffic;

  /** Whether the scaling of a fleet meets its latency objective. @internal */
  public abstract _check(fleet: ServingFleet): Finding[];
}
