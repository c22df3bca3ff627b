import { call, choice } from './state';
import { jobStates } from './job-states';

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
