import { Resource } from 'aws-cdk-lib';
import { CfnScalableTarget, IScalableTarget } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Construct } from 'constructs';
import { NamedVariant } from './policy';
import {
  componentTargetId,
  ScalableTargetId,
  SERVICE_NAMESPACE,
  variantTargetId,
} from '../contracts/scaling-registration-properties';
import { PolicyWithAlarms, addHashesToNames } from './replaced-policies';
import { Scaling } from './scaling';
import { renderActions } from './schedule';

/** The resources that implement the scaling strategy of a variant or component. */
export interface BoundScaling {
  readonly target: CfnScalableTarget;
  readonly policies: PolicyWithAlarms[];
}

/**
 * Creates the scalable target of a variant or component and the policies of its strategy. Returns undefined without scaling.
 *
 * Unlike the logical IDs of the policies, the logical ID of the target does not contain the instance types. The physical ID of the target
 * is the variant or component, and CloudFormation rejects a second logical ID with the same physical ID ("already exists in stack",
 * sbstjn/serverless-dynamodb-autoscaling#16, aws/aws-cdk#12253).
 */
export function bindScaling(scope: Construct, scaling: Scaling, variant: NamedVariant): BoundScaling | undefined {
  if (!scaling._scales) return undefined;
  const { endpointName, variantName, inferenceComponentName, initialInstanceCount } = variant;
  const targetId =
    inferenceComponentName === undefined
      ? variantTargetId(endpointName, variantName)
      : componentTargetId(inferenceComponentName);
  const target = new CfnScalableTarget(scope, 'ScalableTarget', {
    serviceNamespace: SERVICE_NAMESPACE,
    ...targetId,
    minCapacity: initialInstanceCount,
    maxCapacity: initialInstanceCount,
  });
  const scalableTarget = new ScalableTargetReference(scope, 'RegisteredTarget', target.ref, targetId);
  const strategy = scaling._bind(scope, scalableTarget, variant);
  const { minCapacity = initialInstanceCount, maxCapacity, policies, actions } = strategy;
  target.minCapacity = minCapacity;
  target.maxCapacity = maxCapacity;
  target.scheduledActions = actions.length > 0 ? renderActions(actions) : undefined;
  return { target, policies: addHashesToNames(scope, policies, variant) };
}

/** A reference to the scalable target, for the policies. Old versions of aws-cdk-lib lack `ScalableTarget.fromScalableTargetAttributes`. */
class ScalableTargetReference extends Resource implements IScalableTarget {
  constructor(
    scope: Construct,
    id: string,
    public readonly scalableTargetId: string,
    private readonly targetId: ScalableTargetId,
  ) {
    super(scope, id);
  }

  public get scalableTargetRef() {
    return {
      resourceId: this.scalableTargetId,
      scalableDimension: this.targetId.scalableDimension,
      serviceNamespace: SERVICE_NAMESPACE,
    };
  }
}
