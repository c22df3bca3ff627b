import { Chain, Choice, Condition, IChainable, JsonPath, Pass, Wait, WaitTime } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { createJobState, describeJobState, stopJobState } from './job-calls';
import { JOB_LOG_GROUP } from './job-role';
import { WorkflowParts } from './workflow-parts';

/**
 * Each wait is longer than the previous wait by this time. The workflow therefore detects the end of a job with a delay of only a few
 * percent of the duration of the job.
 */
const WAIT_STEP_SECONDS = 15;

/** The workflow stops a job that exceeds its maximum duration by more than this time. */
const GRACE_SECONDS = 3600;

/** The states that create a job and monitor it until it ends. A job whose status cannot be read, or that takes too long, is stopped. */
export function jobStates(scope: Construct, parts: WorkflowParts, publish: IChainable): IChainable {
  const endState = endStates(scope, publish);
  const wait = new Wait(scope, 'Wait', { time: WaitTime.secondsPath('$.poll.seconds') });
  const create = createJobState(scope, parts)
    .addCatch(wait, { errors: ['SageMaker.ResourceInUseException'], resultPath: JsonPath.DISCARD })
    .addCatch(createErrorChoice(scope, wait, endState), { resultPath: '$.error' });
  const unreadableStatus = endState(
    'Not watched',
    'FAILED',
    causeOf('its status could not be read, and it was stopped: {}'),
  );
  const stopUnwatched = stopThen(scope, 'Stop unwatched', parts, unreadableStatus);
  const describe = describeJobState(scope, parts).addCatch(stopUnwatched, { resultPath: '$.error' });
  return jobNameState(scope, parts)
    .next(create)
    .next(wait)
    .next(describe)
    .next(statusChoice(scope, parts, wait, endState));
}

function jobNameState(scope: Construct, { jobPrefix, job }: WorkflowParts): Pass {
  const name = JsonPath.hash(JsonPath.format(`${job.contentHash} {}`, JsonPath.stringAt('$.nonce')), 'MD5');
  return new Pass(scope, 'Name', {
    parameters: { jobName: JsonPath.format(`${jobPrefix}-{}`, name), poll: { seconds: WAIT_STEP_SECONDS } },
  });
}

/** Handles an error of the create request. If the job exists already, from a retry or a previous run, the workflow monitors the job. */
function createErrorChoice(scope: Construct, wait: Wait, endState: EndState): Choice {
  return new Choice(scope, 'Was it created?')
    .when(Condition.stringMatches('$.error.Cause', '*already exists*'), wait)
    .otherwise(endState('Not created', 'FAILED', causeOf('it could not be started: {}')));
}

function statusChoice(scope: Construct, parts: WorkflowParts, wait: Wait, endState: EndState): Choice {
  const { jobSeconds } = parts;
  const hasStatus = (status: string): Condition => Condition.stringEquals('$.job.Status', status);
  const hours = Math.ceil((jobSeconds + GRACE_SECONDS) / 3600);
  const tooLong = `it took longer than ${hours} hours, and was stopped`;
  const waitLonger = new Pass(scope, 'Wait longer', {
    parameters: { seconds: JsonPath.mathAdd(JsonPath.numberAt('$.poll.seconds'), WAIT_STEP_SECONDS) },
    resultPath: '$.poll',
  });
  return new Choice(scope, 'Has it ended?')
    .when(hasStatus('COMPLETED'), endState('Completed', 'COMPLETED'))
    .when(hasStatus('FAILED'), failureReasonChoice(scope, endState))
    .when(
      Condition.or(hasStatus('STOPPED'), hasStatus('DELETING'), hasStatus('DELETED')),
      endState('Was stopped', 'STOPPED', 'it was stopped before it was complete'),
    )
    .when(
      Condition.numberGreaterThan('$.poll.seconds', lastWaitSeconds(jobSeconds)),
      stopThen(scope, 'Stop', parts, endState('Took too long', 'STOPPED', tooLong)),
    )
    .otherwise(waitLonger.next(wait));
}

function failureReasonChoice(scope: Construct, endState: EndState): Choice {
  const noReason = `it gives no reason; see the log group ${JOB_LOG_GROUP}`;
  return new Choice(scope, 'Does it say why?')
    .when(
      Condition.isPresent('$.job.FailureReason'),
      endState('Job failed', 'FAILED', JsonPath.stringAt('$.job.FailureReason')),
    )
    .otherwise(endState('Job failed silently', 'FAILED', noReason));
}

/** Returns the duration of the last wait: the wait with which the sum of all waits exceeds the maximum duration of the job. */
function lastWaitSeconds(jobSeconds: number): number {
  const waitCount = (Math.sqrt(1 + (8 * (jobSeconds + GRACE_SECONDS)) / WAIT_STEP_SECONDS) - 1) / 2;
  return Math.ceil(waitCount) * WAIT_STEP_SECONDS;
}

/** Returns a state that stops a job. `next` follows even if the job cannot be stopped, so that the original error is reported. */
function stopThen(scope: Construct, id: string, parts: WorkflowParts, next: IChainable): IChainable {
  return stopJobState(scope, id, parts).addCatch(next, { resultPath: JsonPath.DISCARD }).next(next);
}

function causeOf(sentence: string): string {
  return JsonPath.format(sentence, JsonPath.stringAt('$.error.Cause'));
}

/** Creates a state that describes how the job ended. */
type EndState = (id: string, status: string, reason?: string) => Chain;

function endStates(scope: Construct, publish: IChainable): EndState {
  return (id, status, reason) =>
    new Pass(scope, id, { parameters: { jobName: JsonPath.stringAt('$.jobName'), status, reason } }).next(publish);
}
