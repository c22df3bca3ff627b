import { Duration, Token } from 'aws-cdk-lib';
import { CfnScalableTarget, CfnScalingPolicy } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Construct } from 'constructs';
import { ScaledVariant, ScalingGoal, ScalingProblem } from './scaled-variant';

/** What every target-tracking strategy needs. */
export interface TargetTrackingProps {
  /**
   * Fewest instances.
   *
   * @default - the variant's instance count
   */
  readonly minCapacity?: number;

  /** Most instances; at least the variant's instance count. */
  readonly maxCapacity: number;

  /**
   * Time after a scale-in before the next one.
   *
   * @default Duration.seconds(600)
   */
  readonly scaleInCooldown?: Duration;

  /**
   * Time after a scale-out before the next one.
   *
   * @default Duration.seconds(200)
   */
  readonly scaleOutCooldown?: Duration;
}

/** Properties of `Scaling.invocationsPerInstance`. */
export interface InvocationsPerInstanceProps extends TargetTrackingProps {
  /**
   * Requests per second that one instance is to serve, above 0. SageMaker's metric counts per minute; the target is
   * this value times 60.
   */
  readonly invocationsPerSecond: number;
}

/** Properties of `Scaling.concurrentRequests`. */
export interface ConcurrentRequestsProps extends TargetTrackingProps {
  /** Requests in flight that one instance is to hold, above 0. By Little's law: requests per second times mean latency in seconds. */
  readonly requestsPerInstance: number;
}

/** How the number of instances follows the load. */
export abstract class Scaling {
  /** Keeps the requests per second and instance at a target (predefined metric `SageMakerVariantInvocationsPerInstance`). */
  public static invocationsPerInstance(props: InvocationsPerInstanceProps): Scaling {
    return new TargetTracking(
      'invocationsPerSecond',
      props.invocationsPerSecond,
      props.invocationsPerSecond * 60,
      'SageMakerVariantInvocationsPerInstance',
      props,
      { minCapacity: props.minCapacity, invocationsPerInstance: props.invocationsPerSecond * 60 },
    );
  }

  /**
   * Keeps the requests in flight per instance at a target. The metric comes every 10 s, so this reacts sooner than
   * invocations (predefined metric `SageMakerVariantConcurrentRequestsPerModelHighResolution`).
   */
  public static concurrentRequests(props: ConcurrentRequestsProps): Scaling {
    return new TargetTracking(
      'requestsPerInstance',
      props.requestsPerInstance,
      props.requestsPerInstance,
      'SageMakerVariantConcurrentRequestsPerModelHighResolution',
      props,
      { minCapacity: props.minCapacity, concurrentRequests: props.requestsPerInstance },
    );
  }

  /** Most instances. */
  public abstract readonly maxCapacity: number;

  /**
   * What it keeps to.
   *
   * @internal
   */
  public abstract readonly _goal: ScalingGoal;

  /**
   * What the service would refuse of the numbers.
   *
   * @internal
   */
  public abstract _problems(initialInstanceCount: number): ScalingProblem[];

  /**
   * Registers the variant as scalable and attaches the policy.
   *
   * @internal
   */
  public abstract _bind(scope: Construct, variant: ScaledVariant): void;
}

class TargetTracking extends Scaling {
  public readonly maxCapacity: number;

  constructor(
    private readonly targetName: string,
    private readonly given: number,
    private readonly targetValue: number,
    private readonly predefinedMetric: string,
    private readonly props: TargetTrackingProps,
    public readonly _goal: ScalingGoal,
  ) {
    super();
    this.maxCapacity = props.maxCapacity;
  }

  public _problems(instanceCount: number): ScalingProblem[] {
    const { maxCapacity } = this;
    const minCapacity = this.props.minCapacity ?? instanceCount;
    const problems: ScalingProblem[] = [];
    const require = (property: string, value: number, allowed: string, valid: boolean, ...others: number[]): void => {
      if (valid || [value, ...others].some((number) => Token.isUnresolved(number))) return;
      problems.push({ property, message: `got ${value}; allowed: ${allowed}` });
    };
    require(this.targetName, this.given, 'a number above 0', this.given > 0);
    require('minCapacity', minCapacity, 'a whole number of at least 1', isCount(minCapacity));
    require('minCapacity', minCapacity, `at most the instanceCount ${instanceCount}`, minCapacity <=
      instanceCount, instanceCount);
    require('maxCapacity', maxCapacity, 'a whole number of at least 1', isCount(maxCapacity));
    require('maxCapacity', maxCapacity, `at least the instanceCount ${instanceCount}`, maxCapacity >= instanceCount ||
      !isCount(maxCapacity), instanceCount);
    return problems;
  }

  public _bind(scope: Construct, variant: ScaledVariant): void {
    const target = new CfnScalableTarget(scope, 'ScalableTarget', {
      serviceNamespace: 'sagemaker',
      scalableDimension: 'sagemaker:variant:DesiredInstanceCount',
      resourceId: `endpoint/${variant.endpointName}/variant/${variant.variantName}`,
      minCapacity: this.props.minCapacity ?? variant.initialInstanceCount,
      maxCapacity: this.maxCapacity,
    });
    new CfnScalingPolicy(scope, 'ScalingPolicy', {
      policyName: 'target-tracking',
      policyType: 'TargetTrackingScaling',
      scalingTargetId: target.ref,
      targetTrackingScalingPolicyConfiguration: {
        targetValue: this.targetValue,
        predefinedMetricSpecification: { predefinedMetricType: this.predefinedMetric },
        scaleInCooldown: (this.props.scaleInCooldown ?? Duration.seconds(600)).toSeconds(),
        scaleOutCooldown: (this.props.scaleOutCooldown ?? Duration.seconds(200)).toSeconds(),
      },
    });
  }
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 1;
}
