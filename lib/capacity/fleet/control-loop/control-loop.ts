import { Alarm, AlarmRule } from './alarm';
import { LoopAssumptions } from './assumptions';
import { ScalingProperties } from './inputs';
import { LoopPolicy, policyOf } from './policy';

/** The datapoint of a metric in the period that has just ended. Undefined if there is none. */
export type LatestDatapoint = (rule: AlarmRule) => number | undefined;

/** A change of the capacity limits at a time of the simulation. */
export interface DueAction {
  readonly atSeconds: number;
  readonly minCapacity?: number;
  readonly maxCapacity?: number;
}

/** The instances of a variant, with one scaling activity at a time. */
export interface FleetState {
  /** Instances that serve requests. */
  serving: number;
  /** Instances that are being started. */
  starting: number;
  /** Instances that failed, and are being replaced. */
  failed: number;
}

/** Alarms are evaluated every minute, and alarms with shorter periods every 10 seconds. CloudWatch user guide, read 2026-11-26. */
const EVALUATION_SECONDS = 60;

/**
 * Application Auto Scaling for one variant, in virtual time. While SageMaker changes the number of instances, the endpoint is Updating, and
 * further changes are rejected. (SageMaker developer guide, "Query endpoint autoscaling history", read 2026-11-21.)
 */
export class ControlLoop {
  private readonly policies: LoopPolicy[];
  private minCapacity: number;
  private maxCapacity: number;
  private nextAction = 0;
  private scaleOuts = 0;
  private capacityBeforeScaleOut = 0;
  private servingFrom = -Infinity;
  private updatingUntil = -Infinity;
  private lastScaleOut = -Infinity;
  private lastScaleIn = -Infinity;

  constructor(
    scaling: ScalingProperties,
    private readonly actions: DueAction[],
    private readonly assumptions: LoopAssumptions,
    private readonly fleet: FleetState,
    private readonly latestDatapoint: LatestDatapoint,
  ) {
    this.minCapacity = scaling.minCapacity;
    this.maxCapacity = scaling.maxCapacity;
    this.policies = scaling.policies.map((policy) => policyOf(policy, assumptions.scalesInProportionally));
  }

  /** The number of instances that Application Auto Scaling has requested. */
  public get capacity(): number {
    return this.fleet.serving + this.fleet.starting + this.fleet.failed;
  }

  /** Performs what happens at a time: the end of a scaling activity, scheduled actions, and alarms. */
  public advance(seconds: number): void {
    const measured = this.fleet.serving; // in the period that has just ended
    if (this.fleet.starting > 0 && seconds >= this.servingFrom) {
      this.fleet.serving += this.fleet.starting;
      this.fleet.starting = 0;
    }
    for (; this.actions[this.nextAction]?.atSeconds <= seconds; this.nextAction++) {
      const { minCapacity, maxCapacity } = this.actions[this.nextAction];
      this.minCapacity = minCapacity ?? this.minCapacity;
      this.maxCapacity = maxCapacity ?? this.maxCapacity;
      this.scaleTo(this.capacity, seconds);
    }
    const firing = this.policies.map((policy) =>
      policy.alarms.filter((alarm) => this.isFiring(alarm, measured, seconds)),
    );
    if (this.isUpdating(seconds)) return;
    this.scaleOnAlarms(firing, seconds);
  }

  /** The endpoint is still Updating when an alarm is evaluated at the moment in which a scaling activity ends. */
  private isUpdating(seconds: number): boolean {
    return seconds <= this.updatingUntil;
  }

  /** Evaluates an alarm if it is due. While an alarm is in ALARM, it invokes its policy at each evaluation. */
  private isFiring(alarm: Alarm, measured: number, seconds: number): boolean {
    const { rule } = alarm;
    const interval = Math.min(rule.periodSeconds, EVALUATION_SECONDS);
    if (seconds > 0 && seconds % rule.periodSeconds === 0)
      alarm.record(this.latestDatapoint(rule), measured, this.fleet.serving);
    if (seconds % interval !== 0) return false;
    alarm.evaluate(
      Math.floor((seconds - this.assumptions.metricDelaySecondsOf(rule.periodSeconds)) / rule.periodSeconds),
    );
    return alarm.state === 'ALARM';
  }

  /**
   * Scales to the largest capacity that the policies request. Instances are removed only if all target tracking policies agree. Whenever an
   * alarm invokes a policy, a capacity outside the limits is corrected (user guide, "Application Auto Scaling concepts", read 2026-11-27): a
   * scheduled action has no effect on the capacity while the endpoint is Updating.
   */
  private scaleOnAlarms(firing: Alarm[][], seconds: number): void {
    const mayScaleIn = this.policies.every(({ scaleInAlarm }) => !scaleInAlarm || scaleInAlarm.state === 'ALARM');
    const isInvoked = firing.some((alarms) => alarms.length > 0);
    const limited = this.withinLimits(this.capacity);
    let requested = isInvoked && limited !== this.capacity ? limited : undefined;
    for (const [index, policy] of this.policies.entries()) {
      for (const alarm of firing[index]) {
        if (alarm === policy.scaleInAlarm && !mayScaleIn) continue;
        const capacity = this.requestedCapacity(policy, alarm, seconds);
        if (capacity !== undefined) requested = Math.max(requested ?? 0, capacity);
      }
    }
    if (requested !== undefined) this.scaleTo(requested, seconds);
  }

  /**
   * The capacity that a policy requests. Undefined if it does not differ, or during a cooldown. In the cooldown of a scale-out activity, only
   * a larger scale-out is possible, and the instances of the first one count as part of it.
   */
  private requestedCapacity(policy: LoopPolicy, alarm: Alarm, seconds: number): number | undefined {
    const isCoolingDown = seconds - this.lastScaleOut < policy.scaleOutCooldownSeconds;
    const capacity = this.limitedCapacity(policy.capacityFor(alarm, this.capacity));
    if (capacity === undefined || capacity === this.capacity) return undefined;
    if (capacity < this.capacity) {
      const lastActivity = Math.max(this.lastScaleIn, this.lastScaleOut);
      return seconds - lastActivity < policy.scaleInCooldownSeconds ? undefined : capacity;
    }
    if (!isCoolingDown) return capacity;
    const larger = this.limitedCapacity(policy.capacityInCooldown(alarm, this.capacityBeforeScaleOut));
    return larger !== undefined && larger > this.capacity ? larger : undefined;
  }

  private limitedCapacity(capacity: number | undefined): number | undefined {
    return capacity === undefined ? undefined : this.withinLimits(capacity);
  }

  private withinLimits(capacity: number): number {
    return Math.min(this.maxCapacity, Math.max(this.minCapacity, capacity));
  }

  private scaleTo(unlimited: number, seconds: number): void {
    const capacity = this.withinLimits(unlimited);
    const change = capacity - this.capacity;
    if (change === 0 || this.isUpdating(seconds)) return;
    const { startSecondsOf, settleSeconds } = this.assumptions;
    if (change > 0) {
      this.capacityBeforeScaleOut = this.fleet.serving;
      this.fleet.starting = change;
      this.servingFrom = seconds + startSecondsOf(this.scaleOuts++);
      this.lastScaleOut = this.updatingUntil = this.servingFrom + settleSeconds;
    } else {
      this.fleet.serving = Math.max(0, capacity - this.fleet.failed);
      this.lastScaleIn = this.updatingUntil = seconds + settleSeconds;
    }
  }
}
