import { JOB_LOG_GROUP } from './job-role';

/** One job of a run. */
export interface WorkflowItem {
  /** The variation's name; empty for a single job. */
  readonly configuration: string;
  /** What the results' table says of it. */
  readonly facts: object;
  /** The request, without the job's name. */
  readonly request: object;
  /** Decides the job's name, together with the run's nonce. */
  readonly contentHash: string;
}

/** What the workflow uses. */
export interface WorkflowParts {
  readonly items: WorkflowItem[];
  readonly jobPrefix: string;
  readonly maxParallelJobs: number;
  /** The longest job; an hour later it counts as hung. */
  readonly jobSeconds: number;
  readonly resultsFunctionArn: string;
  /** What the function has to know. */
  readonly resultsPayload: object;
  readonly parameterName: string;
  readonly topicArn?: string;
  readonly partition: string;
}

/** The nonce of a run that nobody forced. */
export const UNFORCED = 'deployed';

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

const CALL_TIMEOUT_SECONDS = 60;

/**
 * The workflow in Amazon States Language (JSONPath): every job is created and watched until it ends, a results function makes the tables and
 * the words, the pick goes to a parameter.
 *
 * Jobs are named after their content and the run's `nonce`, so that a run without a new one finds the jobs that are there.
 */
export function workflowDefinition(parts: WorkflowParts): object {
  const notify = parts.topicArn !== undefined;
  return {
    Comment: 'Inference Recommender jobs and their results',
    StartAt: 'Is it forced?',
    States: {
      'Is it forced?': choice([{ Variable: '$.nonce', IsPresent: true, Next: 'Jobs' }], 'Not forced'),
      'Not forced': { Type: 'Pass', Result: UNFORCED, ResultPath: '$.nonce', Next: 'Jobs' },
      Jobs: { Type: 'Pass', Result: parts.items, ResultPath: '$.items', Next: 'Benchmark' },
      Benchmark: {
        Type: 'Map',
        ItemsPath: '$.items',
        ItemSelector: { 'item.$': '$$.Map.Item.Value', 'nonce.$': '$.nonce' },
        MaxConcurrency: parts.maxParallelJobs,
        ItemProcessor: { ProcessorConfig: { Mode: 'INLINE' }, StartAt: 'Name', States: jobStates(parts) },
        ResultPath: '$.runs',
        Next: 'Publish',
      },
      Publish: {
        Type: 'Task',
        Resource: `arn:${parts.partition}:states:::lambda:invoke`,
        TimeoutSeconds: 300,
        Parameters: {
          FunctionName: parts.resultsFunctionArn,
          Payload: { ...parts.resultsPayload, 'runs.$': '$.runs' },
        },
        ResultSelector: { 'published.$': '$.Payload' },
        ResultPath: '$.results',
        Retry: [
          { ErrorEquals: ['States.ALL'], IntervalSeconds: 5, BackoffRate: 2, MaxAttempts: 4, JitterStrategy: 'FULL' },
        ],
        Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'Not published' }],
        Next: 'Is there a pick?',
      },
      'Not published': {
        Type: 'Pass',
        Parameters: {
          published: { failed: 1, 'message.$': "States.Format('The results could not be written: {}', $.error.Cause)" },
        },
        ResultPath: '$.results',
        Next: notify ? 'Notify' : 'Did all succeed?',
      },
      'Is there a pick?': choice(
        [{ Variable: '$.results.published.parameter', IsPresent: true, Next: 'Remember' }],
        notify ? 'Notify' : 'Did all succeed?',
      ),
      Remember: {
        ...call(parts, 'ssm:putParameter'),
        Parameters: {
          Name: parts.parameterName,
          'Value.$': '$.results.published.parameter',
          Overwrite: true,
        },
        Retry: [
          { ErrorEquals: ['States.ALL'], IntervalSeconds: 2, BackoffRate: 2, MaxAttempts: 5, JitterStrategy: 'FULL' },
        ],
        ResultPath: null,
        Next: notify ? 'Notify' : 'Did all succeed?',
      },
      ...(notify && { Notify: notification(parts) }),
      'Did all succeed?': choice(
        [{ Variable: '$.results.published.failed', NumericEquals: 0, Next: 'Succeeded' }],
        'Failed',
      ),
      Succeeded: { Type: 'Succeed', OutputPath: '$.results.published' },
      Failed: { Type: 'Fail', Error: 'BenchmarkFailed', CausePath: '$.results.published.message' },
    },
  };
}

function jobStates(parts: WorkflowParts): object {
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

function notification(parts: WorkflowParts): object {
  return {
    ...call(parts, 'sns:publish'),
    Parameters: { TopicArn: parts.topicArn, Subject: 'Triton benchmark', 'Message.$': '$.results.published.message' },
    Retry: [
      { ErrorEquals: ['States.ALL'], IntervalSeconds: 2, BackoffRate: 2, MaxAttempts: 5, JitterStrategy: 'FULL' },
    ],
    ResultPath: null,
    Next: 'Did all succeed?',
  };
}

function call(
  { partition }: WorkflowParts,
  operation: string,
): { Type: string; Resource: string; TimeoutSeconds: number } {
  return {
    Type: 'Task',
    Resource: `arn:${partition}:states:::aws-sdk:${operation}`,
    TimeoutSeconds: CALL_TIMEOUT_SECONDS,
  };
}

function choice(choices: object[], otherwise: string): object {
  return { Type: 'Choice', Choices: choices, Default: otherwise };
}
