import { Duration } from 'aws-cdk-lib';
import { LatencyObjective } from '../../platform';
import { DEFAULT_VARIANT_NAME } from '../../platform/endpoint-names';
import { Scaling } from '../../scaling';
import { Variant } from '../endpoint';
import { resolveVariant } from '../realtime/resolve';
import { Served } from '../resolve';
import { defaultMaxCapacity, defaultScaling } from '../variant/resolve';
import { AsyncInference } from './inference';
import { TritonAsyncEndpointProps } from './options';

const MAX_CONCURRENT = 1000;

/** What a real-time endpoint would end: slower models are why an endpoint is asynchronous, and state an objective of their own. */
const DEFAULT_OBJECTIVE = LatencyObjective.p99(Duration.minutes(1));

/** One variant with one model: asynchronous endpoints have neither shadows nor several models. */
export function resolveAsynchronous(props: TritonAsyncEndpointProps): Served {
  const asynchronous = resolveInference(props);
  return {
    variants: [resolveQueued(props, asynchronous.maxConcurrentInvocationsPerInstance)],
    shadowVariants: [],
    multiModel: false,
    asynchronous,
    modelBucket: props.modelBucket,
  };
}

function resolveInference(props: TritonAsyncEndpointProps): AsyncInference {
  const { inputBucket, outputBucket, outputEncryptionKey, outputExpiration } = props;
  const { successTopic, errorTopic, responseInNotifications } = props;
  const { inputPrefix = 'input', outputPrefix = 'output', failurePrefix = 'failure', model, sizing } = props;
  const { maxBatchSize } = sizing ? model.withOverrides(sizing.modelOverrides) : model;
  const oneBatch = Math.min(Math.max(1, maxBatchSize), MAX_CONCURRENT);
  return {
    ...{ inputBucket, inputPrefix, outputBucket, outputPrefix, failurePrefix, outputEncryptionKey, outputExpiration },
    ...{ successTopic, errorTopic, responseInNotifications },
    maxConcurrentInvocationsPerInstance: props.maxConcurrentInvocationsPerInstance ?? oneBatch,
  };
}

/** Which instance takes a request from the queue is not for routing to say. */
function resolveQueued(props: TritonAsyncEndpointProps, concurrent: number): Variant {
  const { latencyObjective, routingStrategy, purpose, sizing } = props;
  const variant = resolveVariant({ variantName: DEFAULT_VARIANT_NAME, ...props }, '');
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
