import { ApiModel } from '../api-model/api-model';
import type { Call, Service } from '../call';
import type { CloudWatch } from '../cloudwatch/cloudwatch';
import type { ScalableTargets } from '../sagemaker/state';
import type { World } from '../world';
import type { PutScalingPolicyInput, PutScheduledActionInput, RegisterInput, TargetId } from './inputs';
import { deletePolicy, describePolicies, putPolicy } from './policies';
import { react } from './react';
import { deleteScheduledAction, describeScheduledActions, putScheduledAction } from './scheduled-actions';
import type { Scaling } from './state';
import { deregister, describeTargets, register } from './targets';

/** Application Auto Scaling of SageMaker variants. */
export class ApplicationAutoScaling implements Service, ScalableTargets {
  readonly name = 'application-autoscaling';
  private readonly scaling: Scaling;
  private readonly model = new ApiModel('application-autoscaling');

  constructor(world: World, cloudwatch: CloudWatch) {
    this.scaling = {
      world,
      targets: new Map(),
      activities: [],
      hasServiceLinkedRole: !world.assumes('autoscaling.service-linked-role-is-missing'),
      createdPolicies: 0,
    };
    cloudwatch.onAction((action) => {
      // A scaling activity takes minutes; alarms are evaluated meanwhile.
      if (action.action.startsWith('arn:aws:autoscaling:')) world.after(0, () => react(this.scaling, action));
    });
  }

  isRegistered(endpointName: string, variantName: string): boolean {
    return [...this.scaling.targets.values()].some(
      (target) => target.endpointName === endpointName && target.variantName === variantName,
    );
  }

  async handle(call: Call): Promise<object> {
    const { principal, operation } = call;
    this.model.validate(operation, call.input);
    const { scaling } = this;
    const input: unknown = call.input;
    switch (operation) {
      case 'RegisterScalableTarget':
        return register(scaling, principal, input as RegisterInput);
      case 'DeregisterScalableTarget':
        return deregister(scaling, input as TargetId);
      case 'DescribeScalableTargets':
        return describeTargets(scaling, call);
      case 'PutScalingPolicy':
        return putPolicy(scaling, principal, input as PutScalingPolicyInput);
      case 'DeleteScalingPolicy':
        return deletePolicy(scaling, input as TargetId & { PolicyName: string });
      case 'DescribeScalingPolicies':
        return describePolicies(scaling, call);
      case 'PutScheduledAction':
        return putScheduledAction(scaling, input as PutScheduledActionInput);
      case 'DeleteScheduledAction':
        return deleteScheduledAction(scaling, input as TargetId & { ScheduledActionName: string });
      case 'DescribeScheduledActions':
        return describeScheduledActions(scaling, call);
      case 'DescribeScalingActivities':
        return {
          ScalingActivities: scaling.activities.filter(
            ({ ResourceId }) => !call.input.ResourceId || ResourceId === call.input.ResourceId,
          ),
        };
      default:
        throw new Error(`The simulated Application Auto Scaling has no operation "${operation}".`);
    }
  }
}
