import { JOB_LOG_GROUP } from './job-role';
import { call, choice } from './state';
import type { WorkflowParts } from './workflow-definition';

/** Each wait is this much longer than the one before: the end of a job is seen late by a few percent of its time. */
const WAIT_STEP_SECONDS = 15;

const GRACE_SECONDS = 3600;

/**
 * What a service that is busy, or a network that fails, gives. SageMaker's throttling has no error of its own in Step Functions: it
 * comes as the SDK's general one, like a refused request, which is then refused again some minutes long.
 */
const BUSY = {
  ErrorEquals: [
    'SageMaker.SageMakerException',
    'SageMaker.AmazonSageMakerException',
    'SageMaker.ThrottlingException',
    'SageMaker.SdkClientException',
    'States.Timeout',
  ],
  IntervalSeconds: 5,
  BackoffRate: 2,
  MaxAttempts: 5,
  MaxDelaySeconds: 120,
  JitterStrategy: 'FULL',
};

/** Other jobs of the account end within the hour. */
const FULL = {
  ErrorEquals: ['SageMaker.ResourceLimitExceededException'],
  IntervalSeconds: 120,
  BackoffRate: 2,
  MaxAttempts: 5,
  MaxDelaySeconds: 900,
};

/** The states of one job: created, watched until it ends, and stopped when it cannot be watched or takes too long. */
export function jobStates(parts: WorkflowParts): object {
  return {
    Name: {
      Type: 'Pass',
      Parameters: {
        'JobName.$': `States.Format('${parts.jobPrefix}-{}', States.Hash(States.Format('{} {}', $.item.contentHash, $.nonce), 'MD5'))`,
      },
      ResultPath: '$.named',
      Next: 'Request',
    },
    Request: {
      Type: 'Pass',
      Parameters: {
        'configuration.$': '$.item.configuration',
        'facts.$': '$.item.facts',
        'request.$': 'States.JsonMerge($.item.request, $.named, false)',
        poll: { seconds: WAIT_STEP_SECONDS },
      },
      Next: 'Create',
    },
    Create: {
      ...call(parts, 'sagemaker:createInferenceRecommendationsJob'),
      InputPath: '$.request',
      ResultPath: null,
      Retry: [FULL, BUSY],
      Catch: [
        { ErrorEquals: ['SageMaker.ResourceInUseException'], ResultPath: null, Next: 'Wait' },
        { ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'Was it created?' },
      ],
      Next: 'Wait',
    },
    // A request that was answered too late, or a job of an earlier run.
    'Was it created?': choice(
      [{ Variable: '$.error.Cause', StringMatches: '*already exists*', Next: 'Wait' }],
      'Not created',
    ),
    'Not created': ended('FAILED', { 'reason.$': "States.Format('it could not be started: {}', $.error.Cause)" }),
    Wait: { Type: 'Wait', SecondsPath: '$.poll.seconds', Next: 'Describe' },
    Describe: {
      ...call(parts, 'sagemaker:describeInferenceRecommendationsJob'),
      Parameters: { 'JobName.$': '$.request.JobName' },
      ResultPath: '$.job',
      Retry: [{ ...BUSY, MaxAttempts: 8 }],
      Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'Stop unwatched' }],
      Next: 'Has it ended?',
    },
    'Has it ended?': choice(
      [
        { Variable: '$.job.Status', StringEquals: 'COMPLETED', Next: 'Completed' },
        { Variable: '$.job.Status', StringEquals: 'FAILED', Next: 'Does it say why?' },
        ...['STOPPED', 'DELETING', 'DELETED'].map((status) => ({
          Variable: '$.job.Status',
          StringEquals: status,
          Next: 'Was stopped',
        })),
        { Variable: '$.poll.seconds', NumericGreaterThan: longestWait(parts.jobSeconds), Next: 'Stop' },
      ],
      'Wait longer',
    ),
    'Wait longer': {
      Type: 'Pass',
      Parameters: { 'seconds.$': `States.MathAdd($.poll.seconds, ${WAIT_STEP_SECONDS})` },
      ResultPath: '$.poll',
      Next: 'Wait',
    },
    Completed: ended('COMPLETED', {}),
    'Does it say why?': choice(
      [{ Variable: '$.job.FailureReason', IsPresent: true, Next: 'Job failed' }],
      'Job failed silently',
    ),
    'Job failed': ended('FAILED', { 'reason.$': '$.job.FailureReason' }),
    'Job failed silently': ended('FAILED', { reason: `it gives no reason; see the log group ${JOB_LOG_GROUP}` }),
    'Was stopped': ended('STOPPED', { reason: 'it was stopped before it was complete' }),
    Stop: stop(parts, 'Took too long'),
    'Took too long': ended('STOPPED', {
      reason: `it took longer than ${Math.ceil((parts.jobSeconds + GRACE_SECONDS) / 3600)} hours, and was stopped`,
    }),
    'Stop unwatched': stop(parts, 'Not watched'),
    'Not watched': ended('FAILED', {
      'reason.$': "States.Format('it could not be watched, and was stopped: {}', $.error.Cause)",
    }),
  };
}

/** The wait after which the sum of all waits is beyond the job's longest time. */
function longestWait(jobSeconds: number): number {
  const waits = (Math.sqrt(1 + (8 * (jobSeconds + GRACE_SECONDS)) / WAIT_STEP_SECONDS) - 1) / 2;
  return Math.ceil(waits) * WAIT_STEP_SECONDS;
}

function stop(parts: WorkflowParts, next: string): object {
  return {
    ...call(parts, 'sagemaker:stopInferenceRecommendationsJob'),
    Parameters: { 'JobName.$': '$.request.JobName' },
    ResultPath: null,
    Retry: [BUSY],
    // What went wrong before is told in any case.
    Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: null, Next: next }],
    Next: next,
  };
}

function ended(status: string, reason: object): object {
  return {
    Type: 'Pass',
    Parameters: {
      'configuration.$': '$.configuration',
      'facts.$': '$.facts',
      'jobName.$': '$.request.JobName',
      status,
      ...reason,
    },
    End: true,
  };
}
