import { Duration, Token } from 'aws-cdk-lib';
import { LatencyObjective } from '../../platform';
import { DEFAULT_VARIANT_NAME } from '../../platform/endpoint-names';
import { Scaling } from '../../scaling';
import { Variant } from '../endpoint';
import { resolveVariant } from '../realtime/resolve';
import { Served } from '../resolve';
import { defaultMaxCapacity, defaultScaling } from '../variant/resolve';
import { prefixesOf } from './buckets';
import { AsyncInference } from './inference';
import { TritonAsyncEndpointProps } from './options';

const MAX_CONCURRENT = 1000;

/** What a real-time endpoint would end: slower models are why an endpoint is asynchronous, and state an objective of their own. */
const DEFAULT_OBJECTIVE = LatencyObjective.p99(Duration.minutes(1));

/** One variant with one model: asynchronous endpoints have neither shadows nor several models. */
export function resolveAsynchronous(props: TritonAsyncEndpointProps): Served {
  const variant = resolveVariant({ variantName: DEFAULT_VARIANT_NAME, ...props }, '');
  const batch = oneBatch(variant);
  const concurrent = props.maxConcurrentInvocationsPerInstance ?? batch;
  return {
    // A number that is only known at deploy time cannot be multiplied.
    variants: [queued(variant, props, Token.isUnresolved(concurrent) ? batch : concurrent)],
    shadowVariants: [],
    multiModel: false,
    asynchronous: resolveInference(props, concurrent),
    modelBucket: props.modelBucket,
  };
}

/** One number holds for all instance types, which may serve models of their own. */
function oneBatch({ serving }: Variant): number {
  const smallest = Math.min(...serving.models.map(({ maxBatchSize }) => maxBatchSize));
  return Math.min(Math.max(1, smallest), MAX_CONCURRENT);
}

function resolveInference(
  props: TritonAsyncEndpointProps,
  maxConcurrentInvocationsPerInstance: number,
): AsyncInference {
  const { inputBucket, outputBucket, outputEncryptionKey, outputExpiration } = props;
  const { successTopic, errorTopic, responseInNotifications } = props;
  return {
    ...prefixesOf(props),
    ...{ inputBucket, outputBucket, outputEncryptionKey, outputExpiration },
    ...{ successTopic, errorTopic, responseInNotifications, maxConcurrentInvocationsPerInstance },
  };
}

/** Which instance takes a request from the queue is not for routing to say. */
function queued(variant: Variant, props: TritonAsyncEndpointProps, concurrent: number): Variant {
  const { latencyObjective, routingStrategy, purpose, sizing } = props;
  const maxCapacity = sizing?.maxCapacity ?? defaultMaxCapacity(variant.initialInstanceCount);
  return {
    ...variant,
    asynchronous: true,
    latencyObjective: latencyObjective ?? (sizing ? variant.latencyObjective : DEFAULT_OBJECTIVE),
    routingStrategy,
    scaling: props.scaling ?? defaultScaling(purpose, emptyQueue(maxCapacity, concurrent)),
  };
}

/** Down to no instance when the queue is empty. For each request that an instance works on, one more may wait. */
function emptyQueue(maxCapacity: number, concurrent: number): Scaling {
  return Scaling.backlogPerInstance({ minCapacity: 0, maxCapacity, backlogPerInstance: 2 * concurrent });
}
