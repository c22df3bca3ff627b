import { ApiModel } from '../api-model/api-model';
import type { Call, Service } from '../call';
import type { AlarmAction, CloudWatch } from '../cloudwatch/cloudwatch';
import type { ScalableTargets } from '../sagemaker/state';
import type { Account } from '../account';
import type { PutScalingPolicyInput, PutScheduledActionInput, RegisterInput, TargetId } from './inputs';
import { deletePolicy, describePolicies, putPolicy } from './policies';
import { scaleOnAlarms } from './scale-on-alarm';
import { putScheduledAction } from './scheduled-actions';
import type { ScalingState } from './state';
import { deregister, describeTargets, register } from './targets';

/** Application Auto Scaling of SageMaker variants and inference components. */
export class ApplicationAutoScaling implements Service, ScalableTargets {
  readonly name = 'application-autoscaling';
  private readonly state: ScalingState;
  private readonly model = new ApiModel('application-autoscaling');

  constructor(account: Account, cloudwatch: CloudWatch) {
    this.state = {
      account,
      targets: new Map(),
      activities: [],
      hasServiceLinkedRole: !account.isSwitchedOn('autoscaling.service-linked-role-is-missing'),
      createdPolicyCount: 0,
    };
    const actions: AlarmAction[] = [];
    cloudwatch.onAction((action) => {
      if (!action.actionArn.startsWith('arn:aws:autoscaling:')) return;
      // Runs later, with the actions of all alarms of an evaluation, so that a scaling activity, which takes minutes, does not block it.
      if (actions.push(action) === 1) account.after(0, () => scaleOnAlarms(this.state, actions.splice(0)));
    });
  }

  isRegistered(endpointName: string, variantName: string): boolean {
    return [...this.state.targets.values()].some(
      ({ resource }) =>
        resource.kind === 'variant' && resource.endpointName === endpointName && resource.variantName === variantName,
    );
  }

  async handle(call: Call): Promise<object> {
    const { principal, operation } = call;
    this.model.validate(operation, call.input);
    const { state } = this;
    const input: unknown = call.input;
    switch (operation) {
      case 'RegisterScalableTarget':
        return register(state, principal, input as RegisterInput);
      case 'DeregisterScalableTarget':
        return deregister(state, input as TargetId);
      case 'DescribeScalableTargets':
        return describeTargets(state, call);
      case 'PutScalingPolicy':
        return putPolicy(state, principal, input as PutScalingPolicyInput);
      case 'DeleteScalingPolicy':
        return deletePolicy(state, input as TargetId & { PolicyName: string });
      case 'DescribeScalingPolicies':
        return describePolicies(state, call);
      case 'PutScheduledAction':
        return putScheduledAction(state, input as PutScheduledActionInput);
      case 'DescribeScalingActivities':
        return {
          ScalingActivities: state.activities.filter(
            ({ ResourceId }) => !call.input.ResourceId || ResourceId === call.input.ResourceId,
          ),
        };
      default:
        throw new Error(`The simulated Application Auto Scaling has no operation "${operation}".`);
    }
  }
}
