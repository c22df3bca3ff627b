import { Names } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { Endpoint } from './endpoint';
import { EndpointPurpose } from './endpoint-purpose';
import { EndpointOptions } from './endpoint-options';
import { resolveAlarms, rollbackOf } from './monitoring/resolve';
import { UpdateStrategy } from './update/update-strategy';

/** What a kind of endpoint makes of its properties. */
export type Served = Pick<Endpoint, 'variants' | 'shadowVariants' | 'multiModel' | 'asynchronous' | 'modelBucket'>;

/** The options of an endpoint, completed. */
export function resolveEndpoint(scope: Construct, options: EndpointOptions, served: Served): Endpoint {
  const {
    endpointName = uniqueName(scope),
    updateStrategy = UpdateStrategy.allAtOnce(),
    purpose = EndpointPurpose.PRODUCTION,
  } = options;
  const byPurpose = <T extends { readonly enabled?: boolean }>(part?: T): T | { readonly enabled: boolean } => ({
    ...part,
    enabled: part?.enabled ?? purpose === EndpointPurpose.PRODUCTION,
  });
  const endpoint = {
    ...options,
    ...served,
    endpointName,
    updateStrategy,
    purpose,
    monitoring: byPurpose(options.monitoring),
    smokeTest: byPurpose(options.smokeTest),
    // A probe would keep instances of an asynchronous endpoint running.
    probe: served.asynchronous ? { enabled: false, ...options.probe } : byPurpose(options.probe),
  };
  const alarms = new Map(served.variants.map((variant) => [variant, resolveAlarms(endpoint, variant)]));
  return { ...endpoint, alarms, rollback: rollbackOf([...alarms.values()]) };
}

/** In lower case, as SageMaker has it in the ARN, so that there is one spelling. */
function uniqueName(scope: Construct): string {
  return Names.uniqueResourceName(scope, { maxLength: 63 }).toLowerCase();
}
