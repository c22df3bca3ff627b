import { Description } from '../description';
import { Fields } from '../fields';
import { NotCarriedOver } from '../not-carried-over';
import { ScalingFields } from './scaling';

/** The parts of a description, which remember what was read. */
export interface DescribedFields {
  readonly endpoint: Fields;
  readonly config: Fields;
  readonly models: Fields[];
  readonly components: Fields[];
  readonly scaling: ScalingFields;
  /** Look-ups that are not settings of the endpoint. */
  readonly packages: Fields[];
  readonly subnets: Fields[];
}

/** @param notes the list to which settings are added that the app does not reproduce */
export function fieldsOf(description: Description, notes: NotCarriedOver[]): DescribedFields {
  const toFields =
    (operation: string, nameField: string) =>
    (value: Record<string, unknown>): Fields =>
      new Fields(`${operation} ${String(value[nameField])}:`, value, notes);
  return {
    endpoint: new Fields('DescribeEndpoint:', description.DescribeEndpoint, notes),
    config: new Fields('DescribeEndpointConfig:', description.DescribeEndpointConfig, notes),
    models: description.DescribeModel.map(toFields('DescribeModel', 'ModelName')),
    components: description.DescribeInferenceComponent.map(
      toFields('DescribeInferenceComponent', 'InferenceComponentName'),
    ),
    scaling: {
      targets: description.ScalableTargets.map(toFields('DescribeScalableTargets', 'ResourceId')),
      policies: description.ScalingPolicies.map(toFields('DescribeScalingPolicies', 'PolicyName')),
      actions: description.ScheduledActions.map(toFields('DescribeScheduledActions', 'ScheduledActionName')),
    },
    packages: description.DescribeModelPackage.map(toFields('DescribeModelPackage', 'ModelPackageArn')),
    subnets: description.Subnets.map(toFields('DescribeSubnets', 'SubnetId')),
  };
}

/** Lists everything that nothing has read. */
export function listUnread({ endpoint, config, models, components, scaling }: DescribedFields): void {
  const all = [endpoint, config, ...models, ...components, ...scaling.targets, ...scaling.policies, ...scaling.actions];
  for (const each of all) each.listUnread();
}
