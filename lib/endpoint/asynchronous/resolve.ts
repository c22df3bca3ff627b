import { Duration } from 'aws-cdk-lib';
import { LatencyObjective } from '../../platform';
import { DEFAULT_VARIANT_NAME } from '../../cdk/endpoint-names';
import { Scaling } from '../../scaling';
import { EndpointKind } from '../resolved/endpoint';
import { Variant } from '../resolved/variant';
import { resolveVariant } from '../serving/resolve';
import { defaultMaxCapacity, defaultScaling } from '../variant/resolve';
import { AsyncInference, TritonAsyncEndpointProps } from '../options/async-options';
import { isUnresolved } from '../../findings/is-unresolved';
import { keyBehind } from '../../cdk/keys';

const MAX_CONCURRENT = 1000;

/** Default objective: the time after which a real-time endpoint would end a request. Asynchronous endpoints usually serve slower models. */
const DEFAULT_OBJECTIVE = LatencyObjective.p99(Duration.minutes(1));

/** Resolves the options to one variant with one model. Asynchronous endpoints support neither shadow variants nor several variants. */
export function resolveAsynchronous(props: TritonAsyncEndpointProps): EndpointKind {
  const variant = resolveVariant({ variantName: DEFAULT_VARIANT_NAME, ...props }, '');
  const batchSize = batchSizeOf(variant);
  const concurrency = props.maxConcurrentInvocationsPerInstance ?? batchSize;
  return {
    // A number that is known only at deployment cannot be multiplied.
    variants: [queuedVariant(variant, props, isUnresolved(concurrency) ? batchSize : concurrency)],
    shadowVariants: [],
    multiModel: false,
    asynchronous: resolveInference(props, concurrency),
    modelBucket: props.modelBucket,
  };
}

/** The smallest maximum batch size of the variant's models, because the concurrency is the same for all instance types. */
function batchSizeOf({ models }: Variant): number {
  const smallest = Math.min(...models.map(({ maxBatchSize }) => maxBatchSize));
  return Math.min(Math.max(1, smallest), MAX_CONCURRENT);
}

function resolveInference(
  props: TritonAsyncEndpointProps,
  maxConcurrentInvocationsPerInstance: number,
): AsyncInference {
  const { inputPrefix = 'input', outputPrefix = 'output', failurePrefix = 'failure' } = props;
  const outputEncryptionKey = keyBehind(props.outputEncryptionKey);
  return {
    ...props,
    outputEncryptionKey,
    inputPrefix,
    outputPrefix,
    failurePrefix,
    maxConcurrentInvocationsPerInstance,
  };
}

/** The variant of an asynchronous endpoint. By default, it has no routing strategy, because the instances take requests from a queue. */
function queuedVariant(variant: Variant, props: TritonAsyncEndpointProps, concurrency: number): Variant {
  const { latencyObjective, routingStrategy, purpose, sizing } = props;
  const maxCapacity = sizing?.maxCapacity ?? defaultMaxCapacity(variant.initialInstanceCount);
  const scaling = props.scaling ?? defaultScaling(purpose, backlogScaling(maxCapacity, concurrency));
  return {
    ...variant,
    asynchronous: true,
    latencyObjective: latencyObjective ?? (sizing ? variant.latencyObjective : DEFAULT_OBJECTIVE),
    routingStrategy,
    scaling,
    range: scaling._range(variant.initialInstanceCount),
  };
}

/** Scaling to zero instances when the queue is empty. The target allows one waiting request for each concurrent request. */
function backlogScaling(maxCapacity: number, concurrency: number): Scaling {
  return Scaling.backlogPerInstance({ minCapacity: 0, maxCapacity, backlogPerInstance: 2 * concurrency });
}
