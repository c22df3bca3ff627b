import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { App, Stack } from 'aws-cdk-lib';
import { reportFindings } from '../../findings/report';
import { InstanceType } from '../../platform';
import { Scaling } from '../../scaling';
import { bindScaling } from '../../scaling/bind-scaling';
import { AlarmProperties, PolicyProperties, ScalingProperties, ScheduledActionProperties } from './control-loop/inputs';

/** The variant whose scaling is simulated. */
export interface SimulatedVariant {
  readonly instanceType: string;
  readonly initialInstanceCount: number;
  readonly asynchronous: boolean;
}

/**
 * The resources that an endpoint would create for a strategy, as CloudFormation properties. The strategy is bound in a stack of its own, so
 * that the simulation uses exactly what is deployed. The stack is not synthesized, because CDK would validate
 * the template and print the result.
 */
export function scalingProperties(scaling: Scaling, variant: SimulatedVariant): ScalingProperties {
  // An app creates its output folder, by default that of the user's app in `cdk synth`.
  const outdir = fs.mkdtempSync(path.join(os.tmpdir(), 'scaling-'));
  try {
    return bindInApp(new App({ outdir, autoSynth: false }), scaling, variant);
  } finally {
    fs.rmSync(outdir, { recursive: true, force: true });
  }
}

function bindInApp(app: App, scaling: Scaling, variant: SimulatedVariant): ScalingProperties {
  const { initialInstanceCount, asynchronous } = variant;
  const stack = new Stack(app, 'Simulated');
  const namedVariant = {
    endpointName: 'simulated',
    variantName: 'AllTraffic',
    instanceTypes: [InstanceType.of(variant.instanceType)],
    initialInstanceCount,
    asynchronous,
  };
  reportFindings(stack, scaling._check(namedVariant));
  const bound = bindScaling(stack, scaling, namedVariant);
  if (!bound)
    return { minCapacity: initialInstanceCount, maxCapacity: initialInstanceCount, policies: [], actions: [] };
  const { target, policies } = bound;
  const propertiesOf = <T>(properties: unknown): T => toCloudFormation(stack.resolve(properties)) as T;
  return {
    minCapacity: target.minCapacity,
    maxCapacity: target.maxCapacity,
    actions: propertiesOf<ScheduledActionProperties[] | undefined>(target.scheduledActions) ?? [],
    policies: policies.map(({ policy, alarms }) => ({
      policy: propertiesOf<PolicyProperties>({
        policyType: policy.policyType,
        targetTrackingScalingPolicyConfiguration: policy.targetTrackingScalingPolicyConfiguration,
        stepScalingPolicyConfiguration: policy.stepScalingPolicyConfiguration,
      }),
      alarms: alarms.map(
        ({
          comparisonOperator,
          datapointsToAlarm,
          evaluationPeriods,
          extendedStatistic,
          metricName,
          period,
          statistic,
          threshold,
          treatMissingData,
        }) =>
          propertiesOf<AlarmProperties>({
            ...{ comparisonOperator, datapointsToAlarm, evaluationPeriods, extendedStatistic, metricName, period },
            ...{ statistic, threshold, treatMissingData },
          }),
      ),
    })),
  };
}

/** Converts the names of properties: `minCapacity` of CDK is `MinCapacity` of CloudFormation. */
function toCloudFormation(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toCloudFormation);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name.charAt(0).toUpperCase() + name.slice(1), toCloudFormation(each)]),
  );
}
