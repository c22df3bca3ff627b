import { Demand } from './demand';
import { Recommendation } from '../../../contracts/recommendations/recommendation';
import { Fleet, SizingOption } from './sizing-option';

/** A single measurement: the maximum rate of an instance, and the latency at this rate. */
export interface SinglePoint {
  readonly configuration: string;
  readonly instanceType: string;
  readonly invocationsPerMinute: number;
  readonly latencyMilliseconds: number;
  readonly usdPerHour?: number;
  readonly dynamicBatching?: boolean;
  readonly instancesPerGpu?: number;
}

/** Converts a recommendation of Inference Recommender. Empty if the recommendation lacks the rate or the latency. */
export function singlePointOf(recommendation: Recommendation): SinglePoint[] {
  const { invocationsPerMinute, modelLatencyMilliseconds: latencyMilliseconds } = recommendation;
  if (invocationsPerMinute === undefined || latencyMilliseconds === undefined) return [];
  return [
    {
      configuration: recommendation.configuration,
      instanceType: recommendation.instanceType,
      invocationsPerMinute,
      latencyMilliseconds,
      usdPerHour: recommendation.usdPerInstanceHour,
      dynamicBatching: recommendation.dynamicBatching,
      instancesPerGpu: recommendation.instanceGroupCount,
    },
  ];
}

/** An option whose fleet is the load divided by the measured rate. The latency is the measured latency at saturation. */
export class SinglePointOption implements SizingOption {
  public readonly isSimulated = false;
  public readonly caveats = [
    'single point: each configuration was measured at saturation only; latency at lower load, its percentiles and the effect of bursts are unknown',
  ];
  public readonly configuration: string;
  public readonly instanceType: string;
  public readonly usdPerHour?: number;
  public readonly dynamicBatching?: boolean;
  public readonly instancesPerGpu?: number;

  constructor(private readonly point: SinglePoint) {
    this.configuration = point.configuration;
    this.instanceType = point.instanceType;
    this.usdPerHour = point.usdPerHour;
    this.dynamicBatching = point.dynamicBatching;
    this.instancesPerGpu = point.instancesPerGpu;
  }

  public capacity({ serviceFactor }: Demand): number {
    return this.point.invocationsPerMinute / 60 / serviceFactor;
  }

  public estimateFleet(demand: Demand): Fleet {
    const { invocationsPerMinute, latencyMilliseconds } = this.point;
    const latency = latencyMilliseconds * demand.serviceFactor;
    return {
      instanceCount: Math.ceil((demand.requestsPerSecond * 60 * demand.serviceFactor) / invocationsPerMinute - 1e-9),
      latency,
      meetsLimit: latency <= demand.limit,
      bindingConstraint: 'THROUGHPUT',
    };
  }

  public refineFleet(rough: Fleet): Fleet {
    return rough;
  }

  public latencyOf(count: number, demand: Demand): number | undefined {
    if (demand.burstiness !== 1 || count < this.estimateFleet(demand).instanceCount) return undefined;
    return this.point.latencyMilliseconds * demand.serviceFactor;
  }

  public latencyBound(count: number, demand: Demand): number {
    const { instanceCount, latency } = this.estimateFleet(demand);
    return count >= instanceCount ? latency : Infinity;
  }

  public fastestFleet(maximum: number, demand: Demand): Fleet | undefined {
    const fleet = this.estimateFleet(demand);
    return fleet.instanceCount <= maximum ? fleet : undefined;
  }

  public safeRate(_count: number, demand: Demand): number {
    return this.capacity(demand);
  }
}
