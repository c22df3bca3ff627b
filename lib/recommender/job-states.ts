import { Choice, Condition, IChainable, JsonPath, Pass, Wait, WaitTime } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { createJob, describeJob, stopJob } from './job-calls';
import { JOB_LOG_GROUP } from './job-role';
import { WorkflowParts } from './workflow-parts';

/** Each wait is this much longer than the one before: the end of a job is seen late by a few percent of its time. */
const WAIT_STEP_SECONDS = 15;

const GRACE_SECONDS = 3600;

/** The states of one job: created, watched until it ends, and stopped when it cannot be watched or takes too long. */
export function jobStates(scope: Construct, parts: WorkflowParts): IChainable {
  const wait = new Wait(scope, 'Wait', { time: WaitTime.secondsPath('$.poll.seconds') });
  const create = createJob(scope, parts)
    .addCatch(wait, { errors: ['SageMaker.ResourceInUseException'], resultPath: JsonPath.DISCARD })
    .addCatch(wasItCreated(scope, wait), { resultPath: '$.error' });
  const notWatched = ended(
    scope,
    'Not watched',
    'FAILED',
    causeOf('its status could not be read, and it was stopped: {}'),
  );
  const stopUnwatched = stopThen(scope, 'Stop unwatched', parts, notWatched);
  const describe = describeJob(scope, parts).addCatch(stopUnwatched, { resultPath: '$.error' });
  return named(scope, parts)
    .next(create)
    .next(wait)
    .next(describe)
    .next(hasItEnded(scope, parts, wait));
}

function named(scope: Construct, { jobPrefix }: WorkflowParts): Pass {
  const [content, nonce] = ['$.item.contentHash', '$.nonce'].map((path) => JsonPath.stringAt(path));
  return new Pass(scope, 'Name', {
    parameters: {
      item: JsonPath.objectAt('$.item'),
      jobName: JsonPath.format(`${jobPrefix}-{}`, JsonPath.hash(JsonPath.format('{} {}', content, nonce), 'MD5')),
      poll: { seconds: WAIT_STEP_SECONDS },
    },
  });
}

/** A request that was answered too late, or a job of an earlier run. */
function wasItCreated(scope: Construct, wait: Wait): Choice {
  return new Choice(scope, 'Was it created?')
    .when(Condition.stringMatches('$.error.Cause', '*already exists*'), wait)
    .otherwise(ended(scope, 'Not created', 'FAILED', causeOf('it could not be started: {}')));
}

function hasItEnded(scope: Construct, parts: WorkflowParts, wait: Wait): Choice {
  const { jobSeconds } = parts;
  const is = (status: string): Condition => Condition.stringEquals('$.job.Status', status);
  const hours = Math.ceil((jobSeconds + GRACE_SECONDS) / 3600);
  const tooLong = `it took longer than ${hours} hours, and was stopped`;
  const waitLonger = new Pass(scope, 'Wait longer', {
    parameters: { seconds: JsonPath.mathAdd(JsonPath.numberAt('$.poll.seconds'), WAIT_STEP_SECONDS) },
    resultPath: '$.poll',
  });
  return new Choice(scope, 'Has it ended?')
    .when(is('COMPLETED'), ended(scope, 'Completed', 'COMPLETED'))
    .when(is('FAILED'), doesItSayWhy(scope))
    .when(
      Condition.or(is('STOPPED'), is('DELETING'), is('DELETED')),
      ended(scope, 'Was stopped', 'STOPPED', 'it was stopped before it was complete'),
    )
    .when(
      Condition.numberGreaterThan('$.poll.seconds', longestWait(jobSeconds)),
      stopThen(scope, 'Stop', parts, ended(scope, 'Took too long', 'STOPPED', tooLong)),
    )
    .otherwise(waitLonger.next(wait));
}

function doesItSayWhy(scope: Construct): Choice {
  const silently = `it gives no reason; see the log group ${JOB_LOG_GROUP}`;
  return new Choice(scope, 'Does it say why?')
    .when(
      Condition.isPresent('$.job.FailureReason'),
      ended(scope, 'Job failed', 'FAILED', JsonPath.stringAt('$.job.FailureReason')),
    )
    .otherwise(ended(scope, 'Job failed silently', 'FAILED', silently));
}

/** The wait after which the sum of all waits is beyond the job's longest time. */
function longestWait(jobSeconds: number): number {
  const waits = (Math.sqrt(1 + (8 * (jobSeconds + GRACE_SECONDS)) / WAIT_STEP_SECONDS) - 1) / 2;
  return Math.ceil(waits) * WAIT_STEP_SECONDS;
}

/** Goes on even when the job cannot be stopped: what went wrong before is told in any case. */
function stopThen(scope: Construct, id: string, parts: WorkflowParts, next: Pass): IChainable {
  return stopJob(scope, id, parts).addCatch(next, { resultPath: JsonPath.DISCARD }).next(next);
}

function causeOf(sentence: string): string {
  return JsonPath.format(sentence, JsonPath.stringAt('$.error.Cause'));
}

function ended(scope: Construct, id: string, status: string, reason?: string): Pass {
  return new Pass(scope, id, {
    parameters: {
      configuration: JsonPath.stringAt('$.item.configuration'),
      facts: JsonPath.objectAt('$.item.facts'),
      jobName: JsonPath.stringAt('$.jobName'),
      status,
      reason,
    },
  });
}
