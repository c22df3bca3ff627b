import { Expression, flag, number, Properties, seconds, struct } from '../code/expression';
import { Fields } from '../fields';
import { DescribedFields } from './described-fields';
import { instanceCountOf, VariantFields } from './variant';

/** The numbers of instances of an endpoint with inference components. */
export function mapManagedScaling(variant: VariantFields): Properties {
  const count = instanceCountOf(variant);
  const scaling = variant.config.object('ManagedInstanceScaling');
  if (scaling?.choice('Status', ['ENABLED', 'DISABLED']) !== 'ENABLED') {
    variant.config.list(
      'InitialInstanceCount',
      'SageMaker adds and removes the instances of an endpoint with inference components of this library (managed instance scaling), from 1 to the maximum of the app',
      'check `minInstanceCount` and `maxInstanceCount`',
    );
    return { maxInstanceCount: number(count), minInstanceCount: count === 1 ? undefined : number(count) };
  }
  const minimum = scaling.number('MinInstanceCount') ?? 1;
  const maximum = Math.max(1, scaling.number('MaxInstanceCount') ?? count);
  const start = Math.min(Math.max(count, minimum, 1), maximum);
  return {
    maxInstanceCount: number(maximum),
    minInstanceCount: minimum === 1 ? undefined : number(minimum),
    instanceCount: start === Math.max(1, minimum) ? undefined : number(start),
    scaleIn: mapScaleIn(scaling.object('ScaleInPolicy')),
  };
}

function mapScaleIn(policy: Fields | undefined): Expression | undefined {
  if (!policy) return undefined;
  const [steps, minutes] = [policy.number('MaximumStepSize'), policy.number('CooldownInMinutes')];
  if (policy.choice('Strategy', ['IDLE_RELEASE', 'CONSOLIDATION']) === 'IDLE_RELEASE')
    return struct('InstanceScaleIn', {});
  return struct('InstanceScaleIn', {
    consolidate: flag(true),
    maximumStepSize: steps === undefined || steps === 1 ? undefined : number(steps),
    cooldown: minutes === undefined || minutes === 20 ? undefined : seconds(60 * minutes),
  });
}

/** Lists settings that the library has only for endpoints without inference components. */
export function listUnsupported({ config, endpoint }: DescribedFields, variant: VariantFields): void {
  endpoint.ignore('DataCaptureConfig'); // the same setting as in the configuration
  const unsupported: [Fields, string[]][] = [
    [config, ['DataCaptureConfig']],
    [endpoint, ['LastDeploymentConfig']],
    [variant.config, ['InstancePools']],
  ];
  for (const [fields, names] of unsupported)
    for (const name of names)
      fields.list(
        name,
        'the library has no property for it on an endpoint with inference components',
        'if you need it, set it with `addPropertyOverride` on `cfnEndpointConfig` or `cfnEndpoint`',
      );
  for (const name of ['ModelDataDownloadTimeoutInSeconds', 'ContainerStartupHealthCheckTimeoutInSeconds'])
    variant.config.list(
      name,
      'the app has these timeouts for each component, with the values of the components',
      'check the timeouts of the components',
    );
}
