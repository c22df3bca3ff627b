import { Duration, Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { Finding, distinct, within } from '../findings/finding';
import { alarmDefinitions, rollbackFacts } from '../monitoring/alarm-definitions';
import { captureFindings } from './capture/capture-findings';
import { Hosting, VariantPlan } from './content';
import { bucketRegionFindings, dataRegionFindings } from './data-region-findings';
import { EndpointOptions } from './endpoint-options';
import { fleetFindings } from './fleet-findings';
import { CheckedVariant, limitFindings } from './limits/limit-findings';
import { timeoutFindings } from './limits/timeout-findings';
import { volumeFindings } from './limits/volume-findings';
import { networkFindings } from './network/network-findings';
import { MAX_ROLLBACK_ALARMS } from './rollback-alarms';
import { checkModelsToAsk, checkProbe, checkSmokeTest } from '../smoke-test/check';
import { UpdateStrategy } from './update/update-strategy';
import { UpdatedFleet } from './update/updated-fleet';
import { alarmOptions, monitoredEndpoint, WatchedEndpoint } from './watch-endpoint';

/** What is about to be made. */
export interface CheckedHosting {
  readonly watched: WatchedEndpoint;
  readonly props: EndpointOptions;
  readonly hosting: Hosting;
  readonly updateStrategy: UpdateStrategy;
}

/** Everything that is wrong with an endpoint. */
export function hostingFindings(scope: Construct, checked: CheckedHosting): Finding[] {
  const { watched, props, hosting, updateStrategy } = checked;
  const { variants, shadowVariants } = hosting;
  const stack = Stack.of(scope);
  const all = [...variants, ...shadowVariants];
  const asked = [...new Set(variants.flatMap(({ models }) => models))];
  return distinct([
    ...all.flatMap(({ path, fleet, models, findings }) => {
      const found = [...findings, ...fleetFindings(scope, fleet), ...dataRegionFindings(stack, models)];
      return path === undefined ? found : within(path, found);
    }),
    ...all.flatMap((plan) => [
      ...volumeFindings({ ...plan.fleet, encryptionKey: props.encryptionKey, field: prefixOf(plan) }),
      ...timeoutFindings(plan.fleet, prefixOf(plan)),
    ]),
    ...limitFindings({
      endpointName: watched.endpointName,
      variants: variants.map(limitsOf),
      shadowVariants: shadowVariants.map(limitsOf),
    }),
    ...(hosting.modelBucket ? bucketRegionFindings(stack, hosting.modelBucket, 'modelBucket') : []),
    ...networkFindings(props),
    ...(props.dataCapture ? captureFindings(props.dataCapture) : []),
    ...updateStrategy._findings(updatedFleet(checked)),
    ...checkSmokeTest(props.smokeTest ?? {}, asked),
    ...checkProbe(props.probe ?? {}),
    ...checkModelsToAsk(asked),
  ]);
}

function prefixOf({ path }: VariantPlan): string {
  return path === undefined ? '' : `${path}.`;
}

function limitsOf(plan: VariantPlan): CheckedVariant {
  const { instanceTypes } = plan.fleet;
  return { ...plan.fleet, instancePools: instanceTypes.length > 1 ? instanceTypes : undefined, field: prefixOf(plan) };
}

function updatedFleet({ watched, props, hosting }: CheckedHosting): UpdatedFleet {
  const { monitoring = {} } = props;
  const options = alarmOptions(monitoring);
  const alarms = hosting.variants.map(({ fleet }) =>
    rollbackFacts(alarmDefinitions(monitoredEndpoint(watched, fleet, monitoring), options), options),
  );
  return {
    instanceCounts: hosting.variants.map(({ fleet }) => fleet.instanceCount),
    shadowVariants: hosting.shadowVariants.length,
    alarmWindow: Duration.minutes(Math.max(1, ...alarms.map(({ window }) => window.toMinutes({ integral: false })))),
    rollbackAlarms: Math.min(
      MAX_ROLLBACK_ALARMS,
      alarms.reduce((sum, { count }) => sum + count, 0),
    ),
  };
}
