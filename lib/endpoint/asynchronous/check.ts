import { Stack } from 'aws-cdk-lib';
import { ITopic } from 'aws-cdk-lib/aws-sns';
import { error, Finding, warning, within } from '../../findings/finding';
import { countWithin } from '../../findings/ranges';
import { checkExpiration, checkPrefix } from '../check-payload-bucket';
import { Endpoint, Variant } from '../endpoint';
import { checkBucketRegion } from '../models/check-data-region';
import { generateTypeOf } from '../server/options';
import { AsyncInference } from './inference';
import { AsyncPlaceOptions } from './options';

const GUIDE = 'https://docs.aws.amazon.com/sagemaker/latest/dg';

/** What SageMaker, S3 or SNS would refuse of an asynchronous endpoint (API model of SageMaker in botocore 1.44.5). */
export function checkAsynchronous(
  stack: Stack,
  options: AsyncInference,
  { probe, dataCapture, variants }: Pick<Endpoint, 'probe' | 'dataCapture' | 'variants'>,
): Finding[] {
  const { inputBucket, outputBucket, maxConcurrentInvocationsPerInstance: concurrent } = options;
  const field = 'maxConcurrentInvocationsPerInstance';
  return [
    ...countWithin(concurrent, { ruleId: 'async.concurrency', field, minimum: 1, maximum: 1000 }),
    ...checkPrefixes(options),
    ...checkExpiration(
      options.outputExpiration,
      { ruleId: 'async.expiration', field: 'outputExpiration' },
      outputBucket,
      'outputBucket',
    ),
    ...(inputBucket ? checkBucketRegion(stack, inputBucket, 'inputBucket') : []),
    ...(outputBucket ? checkBucketRegion(stack, outputBucket, 'outputBucket') : []),
    ...checkTopic('successTopic', options.successTopic),
    ...checkTopic('errorTopic', options.errorTopic),
    ...checkNotifications(options),
    ...checkProbe(probe),
    ...variants.flatMap(checkStream),
    ...(dataCapture ? [captureIsUndocumented()] : []),
  ];
}

/** What no policy and no call could name. */
export function checkPrefixes(options: AsyncPlaceOptions): Finding[] {
  const prefixes = ['inputPrefix', 'outputPrefix', 'failurePrefix'] as const;
  return prefixes.flatMap((property) => checkPrefix(options[property], { ruleId: 'async.prefix', field: property }));
}

/** The API takes ARNs without the `.fifo` that names of FIFO topics end with. */
function checkTopic(field: string, topic: ITopic | undefined): Finding[] {
  if (!topic?.fifo) return [];
  return [error('async.topic', field, 'got a FIFO topic; allowed: a standard topic')];
}

function checkNotifications({ responseInNotifications, successTopic, errorTopic }: AsyncInference): Finding[] {
  if (!responseInNotifications || successTopic || errorTopic) return [];
  const message = 'got true without a topic; requires successTopic, errorTopic or both';
  return [error('async.topic', 'responseInNotifications', message)];
}

/** It would wake the fleet each time, and pay for the instances. */
function checkProbe({ enabled }: Endpoint['probe']): Finding[] {
  if (!enabled) return [];
  const message =
    'got true; allowed: false, since the probe sends requests to real-time endpoints and would keep instances running; the alarms watch the queue instead';
  return within('probe', [error('async.probe', 'enabled', message)]);
}

/** Only InvokeEndpointWithResponseStream has streams. */
function checkStream({ server }: Variant): Finding[] {
  if (generateTypeOf(server) !== 'generate_stream') return [];
  const message = `got generate_stream; allowed: INFER or GENERATE, since the response of an asynchronous endpoint is one object in S3, not a stream (${GUIDE}/async-inference.html)`;
  return within('server', [error('async.stream', 'inferenceType', message)]);
}

function captureIsUndocumented(): Finding {
  const message = `got data capture, which AWS documents for real-time endpoints and batch transform jobs only (${GUIDE}/model-monitor-data-capture.html); requests and responses of an asynchronous endpoint are stored in S3 without data capture`;
  return warning('async.data-capture', 'dataCapture', message);
}
