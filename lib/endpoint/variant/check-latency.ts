import { Duration } from 'aws-cdk-lib';
import { error, Finding, warning } from '../../findings/finding';
import { TritonModel } from '../../model';
import { modelAndMembers } from '../../model/rules/model-validation';
import { ModelConfigDocument } from '../../model-config/schema/schema';
import { Host } from '../resolved/host';
import { generateTypeOf } from '../../model/server/options';
import { maxRequestSeconds } from '../../facts/invocation-limits';

/** An objective of at least this time is unlikely for a real-time endpoint: it is probably in the wrong unit. */
const UNLIKELY_LIMIT = Duration.seconds(30);

const FIELD = 'latencyObjective';

/** Checks for an objective that no alarm can monitor, that is probably in the wrong unit, or that the model cannot meet. */
export function checkLatency(host: Host): Finding[] {
  const { latencyObjective, asynchronous, server } = host;
  const { limit } = latencyObjective;
  const streaming = generateTypeOf(server) === 'generate_stream';
  const limitFindings = [
    ...checkTimeLimit(limit, maxRequestSeconds({ asynchronous, streaming })),
    ...(asynchronous || streaming ? [] : checkUnit(limit)),
  ];
  const modelFindings = host.models.flatMap((model) => checkQueueDelay(model, limit));
  return [...limitFindings, ...modelFindings];
}

/** @param timeLimit seconds after which SageMaker ends a request */
function checkTimeLimit(limit: Duration, timeLimit: number): Finding[] {
  const seconds = limit.toSeconds({ integral: false });
  if (seconds < timeLimit) return [];
  const message = `got ${seconds} seconds; allowed: less than ${timeLimit} seconds, after which SageMaker ends a request, so the latency alarm could never fire`;
  return [error('latency.objective', FIELD, message)];
}

function checkUnit(limit: Duration): Finding[] {
  const seconds = limit.toSeconds({ integral: false });
  if (seconds < UNLIKELY_LIMIT.toSeconds() || seconds >= maxRequestSeconds()) return [];
  const message = `got ${seconds} seconds, near the 60 seconds after which SageMaker ends a request; did you mean milliseconds?`;
  return [warning('latency.objective', FIELD, message)];
}

function checkQueueDelay(model: TritonModel, limit: Duration): Finding[] {
  const milliseconds = limit.toMilliseconds({ integral: false });
  return modelAndMembers(model).flatMap((part) => {
    const delay = Number(queueDelayOf(part.config._document) ?? 0) / 1000;
    if (delay < milliseconds) return [];
    const message =
      `got ${delay} ms, and a latencyObjective of ${milliseconds} ms: a request that waits for others to fill its batch exceeds it before ` +
      'it is executed; set a smaller delay, in microseconds, or a different objective';
    const field = 'batching.maxQueueDelayMicroseconds';
    return [warning('latency.queue-delay', part === model ? field : `model '${part.name}'.${field}`, message)];
  });
}

function queueDelayOf({ dynamic_batching: dynamic, sequence_batching: sequence }: ModelConfigDocument) {
  return (dynamic ?? sequence?.direct ?? sequence?.oldest)?.max_queue_delay_microseconds;
}
