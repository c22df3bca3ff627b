import { ITopic } from 'aws-cdk-lib/aws-sns';
import { error, Finding, warning, prefixFields } from '../../findings/finding';
import { checkCountRange } from '../../findings/ranges';
import { checkExpiration, checkPrefix } from '../buckets/check-payload-bucket';
import { Endpoint } from '../resolved/endpoint';
import { Host } from '../resolved/host';
import { generateTypeOf } from '../../model/server/options';
import { AsyncInference } from '../options/async-options';

const DEVELOPER_GUIDE = 'https://docs.aws.amazon.com/sagemaker/latest/dg';

/** Checks the options of an asynchronous endpoint (API model of SageMaker in botocore 1.44.5). */
export function checkAsynchronous(options: AsyncInference, { probe, dataCapture, hosts }: Endpoint): Finding[] {
  const { outputBucket, maxConcurrentInvocationsPerInstance: concurrency } = options;
  const field = 'maxConcurrentInvocationsPerInstance';
  return [
    ...checkCountRange(concurrency, { ruleId: 'async.concurrency', field, minimum: 1, maximum: 1000 }),
    ...checkPrefixes(options),
    ...checkExpiration(
      options.outputExpiration,
      { ruleId: 'async.expiration', field: 'outputExpiration' },
      outputBucket,
      'outputBucket',
    ),
    ...checkTopic('successTopic', options.successTopic),
    ...checkTopic('errorTopic', options.errorTopic),
    ...checkProbe(probe),
    ...hosts.flatMap(checkStream),
    ...(dataCapture ? [captureWarning()] : []),
  ];
}

function checkPrefixes(options: AsyncInference): Finding[] {
  const prefixes = ['inputPrefix', 'outputPrefix', 'failurePrefix'] as const;
  return prefixes.flatMap((property) => checkPrefix(options[property], { ruleId: 'async.prefix', field: property }));
}

/** Rejects FIFO topics, because the API does not accept ARNs that end with `.fifo`. */
function checkTopic(field: string, topic: ITopic | undefined): Finding[] {
  if (!topic?.fifo) return [];
  return [error('async.topic', field, 'got a FIFO topic; allowed: a standard topic')];
}

/** Rejects a probe, because each of its requests would start instances, which are billed. */
function checkProbe({ enabled }: Endpoint['probe']): Finding[] {
  if (!enabled) return [];
  const message =
    'got true; allowed: false, since the probe sends requests to real-time endpoints and would keep instances running; the alarms watch the queue instead';
  return prefixFields('probe', [error('async.probe', 'enabled', message)]);
}

/** Rejects streamed responses, which only InvokeEndpointWithResponseStream supports. */
function checkStream({ server }: Host): Finding[] {
  if (generateTypeOf(server) !== 'generate_stream') return [];
  const message = `got generate_stream; allowed: INFER or GENERATE, since the response of an asynchronous endpoint is one object in S3, not a stream (${DEVELOPER_GUIDE}/async-inference.html)`;
  return prefixFields('server', [error('async.stream', 'inferenceType', message)]);
}

function captureWarning(): Finding {
  const message = `got data capture, which AWS documents for real-time endpoints and batch transform jobs only (${DEVELOPER_GUIDE}/model-monitor-data-capture.html); requests and responses of an asynchronous endpoint are stored in S3 without data capture`;
  return warning('async.data-capture', 'dataCapture', message);
}
