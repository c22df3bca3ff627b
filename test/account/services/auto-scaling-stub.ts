import { AwsError, Call, Service } from '../call';

/** Until the service itself is there: targets and policies that do nothing. */
export class AutoScalingStub implements Service {
  public readonly name = 'application-autoscaling';
  public readonly targets = new Map<string, { policies: Set<string>; limits: object }>();

  public async handle({ operation, input }: Call): Promise<object> {
    const id = String(input.ResourceId);
    const target = this.targets.get(id);
    const missing = new AwsError('ObjectNotFoundException', `No scalable target found for ${id}`);
    switch (operation) {
      case 'DescribeScalableTargets':
        return { ScalableTargets: (input.ResourceIds as string[]).filter((each) => this.targets.has(each)).map((each) => ({ ResourceId: each, ...this.targets.get(each)?.limits })) };
      case 'RegisterScalableTarget':
        this.targets.set(id, {
          policies: target?.policies ?? new Set(),
          limits: { ...target?.limits, MinCapacity: input.MinCapacity, MaxCapacity: input.MaxCapacity },
        });
        return {};
      case 'DeregisterScalableTarget':
        if (!this.targets.delete(id)) throw missing;
        return {};
      case 'DescribeScalingPolicies':
        return {
          ScalingPolicies: [...(target?.policies ?? [])]
            .filter((name) => (input.PolicyNames as string[] | undefined)?.includes(name) ?? true)
            .map((PolicyName) => ({ PolicyName })),
        };
      case 'PutScalingPolicy':
        if (!target) throw missing;
        target.policies.add(String(input.PolicyName));
        return { PolicyARN: `arn:aws:autoscaling:us-east-1:111122223333:scalingPolicy:${id}:${String(input.PolicyName)}` };
      case 'DeleteScalingPolicy':
        if (!target?.policies.delete(String(input.PolicyName))) throw missing;
        return {};
      case 'PutScheduledAction':
      case 'DeleteScheduledAction':
        if (!target) throw missing;
        return {};
      default:
        throw new Error(`application-autoscaling has no operation ${operation}`);
    }
  }
}
