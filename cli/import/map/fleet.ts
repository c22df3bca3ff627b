import { InstanceType } from '../../../lib/platform';
import { Expression, number, Properties } from '../code/expression';
import { MappingInput } from './input';
import { MappedModel } from './model';
import { mapScaling } from './scaling';
import {
  instanceCountOf,
  instanceTypesOf,
  mapInstances,
  mapInstanceSettings,
  mapRouting,
  VariantFields,
} from './variant';

/** A variant with its SageMaker model. */
export interface ServedVariant extends VariantFields {
  readonly model: MappedModel;
}

/** The kinds of variants, whose defaults differ. */
type Kind = 'realtime' | 'shadow' | 'asynchronous' | 'multiModel';

/** Maps the container, the instances and the scaling of a variant. */
export function mapFleet({ context, fields }: MappingInput, kind: Kind, variant: ServedVariant): Properties {
  const { model } = variant;
  const variantName = variant.config.requiredName('VariantName');
  const { scaling, count } = mapScaling(fields.scaling, {
    resourceId: `endpoint/${context.endpointName}/variant/${variantName}`,
    count: instanceCountOf(variant),
    gpuCount: InstanceType.of(instanceTypesOf(variant)[0]).gpuCount,
  });
  const isPackage = model.container.has('ModelPackageName');
  return {
    ...mapInstances(variant),
    instanceCount: count === (kind === 'multiModel' ? 2 : 1) ? undefined : number(count),
    // A shadow variant does not scale by default.
    scaling: kind === 'shadow' && isNone(scaling) ? undefined : scaling,
    image: model.image,
    server: isPackage ? undefined : model.server, // the variables of a package are in the package
    routingStrategy: routingOf(variant, kind),
    ...mapInstanceSettings(variant),
  };
}

function routingOf(variant: VariantFields, kind: Kind): Expression | undefined {
  if (kind === 'multiModel') return mapRouting(variant, 'RANDOM');
  if (kind !== 'asynchronous') return mapRouting(variant, 'LEAST_OUTSTANDING_REQUESTS');
  // Instances of an asynchronous endpoint take requests from a queue.
  return variant.config.has('RoutingConfig') ? mapRouting(variant, 'RANDOM') : undefined;
}

const isNone = (scaling: Expression): boolean => scaling.kind === 'call' && scaling.name === 'Scaling.none';
