import { Construct } from 'constructs';
import { Finding } from '../model-config';
import { captureFindings } from './capture';
import { Hosting, VariantPlan } from './content';
import { EndpointOptions } from './endpoint-options';
import { distinct, within } from './finding';
import { fleetFindings } from './fleet-findings';
import { CheckedVariant, limitFindings, timeoutFindings, volumeFindings } from './limits';
import { networkFindings } from './network';
import { testFindings } from './test-findings';
import { UpdateStrategy } from './update';

/** What is about to be made. */
export interface CheckedHosting {
  readonly endpointName: string;
  readonly props: EndpointOptions;
  readonly hosting: Hosting;
  readonly updateStrategy: UpdateStrategy;
}

/** Everything that is wrong with an endpoint. */
export function hostingFindings(scope: Construct, checked: CheckedHosting): Finding[] {
  const { endpointName, props, hosting, updateStrategy } = checked;
  const { variants, shadowVariants } = hosting;
  const all = [...variants, ...shadowVariants];
  return distinct([
    ...all.flatMap(({ path, fleet, findings }) => {
      const found = [...findings, ...fleetFindings(scope, fleet)];
      return path === undefined ? found : within(path, found);
    }),
    ...all.flatMap((plan) => [
      ...volumeFindings({ ...plan.fleet, encryptionKey: props.encryptionKey, field: prefixOf(plan) }),
      ...timeoutFindings(plan.fleet, prefixOf(plan)),
    ]),
    ...limitFindings({
      endpointName,
      variants: variants.map(limitsOf),
      shadowVariants: shadowVariants.map(limitsOf),
    }),
    ...networkFindings(scope, props),
    ...(props.dataCapture ? captureFindings(props.dataCapture) : []),
    ...updateStrategy._findings({
      variantCount: variants.length,
      shadowVariantCount: shadowVariants.length,
      instanceCounts: all.map(({ fleet }) => fleet.instanceCount),
    }),
    ...testFindings([...new Set(variants.flatMap(({ models }) => models))], props),
  ]);
}

function prefixOf({ path }: VariantPlan): string {
  return path === undefined ? '' : `${path}.`;
}

function limitsOf(plan: VariantPlan): CheckedVariant {
  const { instanceTypes } = plan.fleet;
  return { ...plan.fleet, instancePools: instanceTypes.length > 1 ? instanceTypes : undefined, field: prefixOf(plan) };
}
