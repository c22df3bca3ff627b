import { BindingConstraint, PlanEvidence } from '../plan-candidate';
import { Demand } from './demand';
import { Recommendation } from '../readers/recommendation';
import { Fleet, SizingOption } from './sizing-option';

/** One measurement: the highest rate an instance kept up with, and the latency it had there. */
export interface SinglePoint {
  readonly configuration: string;
  readonly instanceType: string;
  readonly invocationsPerMinute: number;
  readonly latencyMilliseconds: number;
  readonly usdPerHour?: number;
  readonly dynamicBatching?: boolean;
  readonly instancesPerGpu?: number;
}

/** None without rate or latency. */
export function singlePointOf(measured: Recommendation): SinglePoint[] {
  const { invocationsPerMinute, modelLatencyMilliseconds: latencyMilliseconds } = measured;
  if (invocationsPerMinute === undefined || latencyMilliseconds === undefined) return [];
  return [
    {
      configuration: measured.configuration,
      instanceType: measured.instanceType,
      invocationsPerMinute,
      latencyMilliseconds,
      usdPerHour: measured.usdPerInstanceHour,
      dynamicBatching: measured.dynamicBatching,
      instancesPerGpu: measured.instanceGroupCount,
    },
  ];
}

/** Sizes by the measured rate alone; the latency is taken as it was measured, at saturation. */
export class SinglePointOption implements SizingOption {
  public readonly evidence = PlanEvidence.SINGLE_POINT;
  public readonly labels = [
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

  public size(demand: Demand): Fleet {
    const { invocationsPerMinute, latencyMilliseconds } = this.point;
    const latency = latencyMilliseconds * demand.serviceFactor;
    return {
      count: Math.ceil((demand.requestsPerSecond * 60 * demand.serviceFactor) / invocationsPerMinute - 1e-9),
      latency,
      keepsLimit: latency <= demand.limit,
      binding: BindingConstraint.THROUGHPUT,
    };
  }

  public refine(rough: Fleet): Fleet {
    return rough;
  }

  public latencyOf(count: number, demand: Demand): number | undefined {
    if (demand.burstiness !== 1 || count < this.size(demand).count) return undefined;
    return this.point.latencyMilliseconds * demand.serviceFactor;
  }

  public safeRate(_count: number, demand: Demand): number {
    return this.capacity(demand);
  }
}
