import { Duration } from 'aws-cdk-lib';
import { error, Finding, warning } from '../../findings/finding';
import { TritonModel } from '../../model';
import { modelAndMembers } from '../../model/model-validation';
import { longestRequest } from '../../platform/longest-request';
import { Variant } from '../endpoint';
import { generateTypeOf } from '../server/options';
import { checkReadingTime } from './check-reading-time';

/** So slow an endpoint would better be an asynchronous one. */
const UNLIKELY = Duration.seconds(30);

const FIELD = 'latencyObjective';

/** An objective that no alarm can watch, that is probably in another unit than was meant, or that models exceed before they respond. */
export function checkLatency(variant: Variant): Finding[] {
  const { latencyObjective, serving, asynchronous, server } = variant;
  const { limit } = latencyObjective;
  const streaming = generateTypeOf(server) === 'generate_stream';
  const ofLimit = [
    ...checkEnd(limit, longestRequest({ asynchronous, streaming })),
    ...(asynchronous || streaming ? [] : checkUnlikely(limit)),
  ];
  const ofModels = serving.models.flatMap((model) => checkQueueDelay(model, limit));
  return [...ofLimit, ...ofModels, ...checkReadingTime(variant)];
}

/** @param end when SageMaker ends a request */
function checkEnd(limit: Duration, end: Duration): Finding[] {
  const seconds = limit.toSeconds({ integral: false });
  if (seconds < end.toSeconds()) return [];
  const message = `got ${seconds} seconds; allowed: less than ${end.toSeconds()} seconds, after which SageMaker ends a request, so the latency alarm could never fire`;
  return [error('latency.objective', FIELD, message)];
}

function checkUnlikely(limit: Duration): Finding[] {
  const seconds = limit.toSeconds({ integral: false });
  if (seconds < UNLIKELY.toSeconds() || seconds >= longestRequest().toSeconds()) return [];
  const message = `got ${seconds} seconds, near the 60 seconds after which SageMaker ends a request; did you mean milliseconds?`;
  return [warning('latency.objective', FIELD, message)];
}

interface Batching {
  readonly max_queue_delay_microseconds?: number | string;
}

interface Scheduling {
  readonly dynamic_batching?: Batching;
  readonly sequence_batching?: { readonly direct?: Batching; readonly oldest?: Batching };
}

function checkQueueDelay(model: TritonModel, limit: Duration): Finding[] {
  const milliseconds = limit.toMilliseconds({ integral: false });
  return modelAndMembers(model).flatMap((each) => {
    const delay = Number(queueDelayOf(each.config._json) ?? 0) / 1000;
    if (delay < milliseconds) return [];
    const message =
      `got ${delay} ms, and a latencyObjective of ${milliseconds} ms: a request that waits for others to fill its batch exceeds it before ` +
      'it is executed; set a smaller delay, in microseconds, or a different objective';
    const field = 'batching.maxQueueDelayMicroseconds';
    return [warning('latency.queue-delay', each === model ? field : `model '${each.name}'.${field}`, message)];
  });
}

function queueDelayOf({ dynamic_batching: dynamic, sequence_batching: sequence }: Scheduling) {
  return (dynamic ?? sequence?.direct ?? sequence?.oldest)?.max_queue_delay_microseconds;
}
