import { Resource } from 'aws-cdk-lib';
import { CfnScalableTarget, IScalableTarget } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Construct } from 'constructs';
import { reportFindings } from '../findings/report';
import { checkConfig } from './check';
import { NamedVariant } from './policy';
import { SCALABLE_DIMENSION, SERVICE_NAMESPACE } from '../contracts/scaling-registration-properties';
import { PolicyWithAlarms, addHashesToNames } from './replaced-policies';
import { Scaling } from './scaling';
import { renderActions } from './schedule';

/** The resources that implement the scaling strategy of a variant. */
export interface BoundScaling {
  readonly target: CfnScalableTarget;
  readonly policies: PolicyWithAlarms[];
}

/**
 * Creates the scalable target of a variant and the policies of its strategy. Returns undefined for a variant without scaling.
 *
 * Unlike the logical IDs of the policies, the logical ID of the target does not contain the instance types. The physical ID of the target
 * is the variant, and CloudFormation rejects a second logical ID with the same physical ID ("already exists in stack",
 * sbstjn/serverless-dynamodb-autoscaling#16, aws/aws-cdk#12253).
 */
export function bindScaling(scope: Construct, scaling: Scaling, variant: NamedVariant): BoundScaling | undefined {
  if (!scaling._scales) return undefined;
  const { initialInstanceCount } = variant;
  const target = new CfnScalableTarget(scope, 'ScalableTarget', {
    serviceNamespace: SERVICE_NAMESPACE,
    scalableDimension: SCALABLE_DIMENSION,
    resourceId: `endpoint/${variant.endpointName}/variant/${variant.variantName}`,
    minCapacity: initialInstanceCount,
    maxCapacity: initialInstanceCount,
  });
  const scalableTarget = new ScalableTargetReference(scope, 'RegisteredTarget', target.ref);
  const { endpointName, variantName, instanceTypes, gpuCount, asynchronous, serverMetrics, queueDelay } = variant;
  const config = scaling.bind(scope, {
    ...{
      endpointName,
      variantName,
      initialInstanceCount,
      instanceTypes,
      gpuCount,
      asynchronous,
      serverMetrics,
      queueDelay,
    },
    scalableTarget,
  });
  reportFindings(scope, checkConfig(config, variant));
  const { minCapacity = initialInstanceCount, maxCapacity, policies = [], actions = [] } = config;
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
  ) {
    super(scope, id);
  }

  public get scalableTargetRef() {
    return {
      resourceId: this.scalableTargetId,
      scalableDimension: SCALABLE_DIMENSION,
      serviceNamespace: SERVICE_NAMESPACE,
    };
  }
}
