import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { ITopic } from 'aws-cdk-lib/aws-sns';
import {
  Choice,
  Condition,
  Fail,
  IChainable,
  JitterType,
  JsonPath,
  Map as MapState,
  Pass,
  Result,
  RetryProps,
  Succeed,
  TaskInput,
  TaskStateBase,
  Timeout,
} from 'aws-cdk-lib/aws-stepfunctions';
import { CallAwsService, LambdaInvoke, LambdaInvokeProps, SnsPublish } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import { Construct } from 'constructs';
import { CALL_TIMEOUT } from './job-calls';
import { jobStates } from './job-states';
import { WorkflowParts } from './workflow-parts';

/** The nonce of a run that nobody forced. */
export const UNFORCED = 'deployed';

const AGAIN: RetryProps = {
  interval: Duration.seconds(2),
  backoffRate: 2,
  maxAttempts: 5,
  jitterStrategy: JitterType.FULL,
};

/**
 * The states of the workflow: every job is created and watched until it ends, a results function makes the tables and the words, the pick
 * goes to a parameter.
 *
 * Jobs are named after their content and the run's `nonce`, so that a run without a new one finds the jobs that are there.
 */
export function workflowDefinition(scope: Construct, parts: WorkflowParts): IChainable {
  const { items, maxParallelJobs, topic } = parts;
  const notForced = new Pass(scope, 'Not forced', { result: Result.fromString(UNFORCED), resultPath: '$.nonce' });
  const jobs = new Pass(scope, 'Jobs', { result: Result.fromArray(items), resultPath: '$.items' });
  const benchmark = new MapState(scope, 'Benchmark', {
    itemsPath: '$.items',
    itemSelector: { item: JsonPath.objectAt('$$.Map.Item.Value'), nonce: JsonPath.stringAt('$.nonce') },
    maxConcurrency: maxParallelJobs,
    resultPath: '$.runs',
  }).itemProcessor(jobStates(scope, parts));
  const end = didAllSucceed(scope);
  const tell = topic ? notify(scope, topic).next(end) : end;
  const publish = publishResults(scope, parts).addCatch(notPublished(scope).next(tell), { resultPath: '$.error' });
  const isThereAPick = new Choice(scope, 'Is there a pick?')
    .when(Condition.isPresent('$.results.published.parameter'), remember(scope, parts).next(tell))
    .otherwise(tell);
  jobs.next(benchmark).next(publish).next(isThereAPick);
  return new Choice(scope, 'Is it forced?').when(Condition.isPresent('$.nonce'), jobs).otherwise(notForced.next(jobs));
}

function publishResults(scope: Construct, { resultsFunction, resultsPayload }: WorkflowParts): TaskStateBase {
  return new InvokeUnqualified(scope, 'Publish', {
    lambdaFunction: resultsFunction,
    payload: TaskInput.fromObject({ ...resultsPayload, runs: JsonPath.objectAt('$.runs') }),
    resultSelector: { published: JsonPath.objectAt('$.Payload') },
    resultPath: '$.results',
    taskTimeout: Timeout.duration(Duration.minutes(5)),
    retryOnServiceExceptions: false, // every error is tried again, below
  }).addRetry({ ...AGAIN, interval: Duration.seconds(5), maxAttempts: 4 });
}

/** `LambdaInvoke` also allows to invoke versions and aliases of the function, of which there are none, and has no property against it. */
class InvokeUnqualified extends LambdaInvoke {
  protected readonly taskPolicies: PolicyStatement[];

  constructor(scope: Construct, id: string, props: LambdaInvokeProps) {
    super(scope, id, props);
    const resources = [props.lambdaFunction.functionArn];
    this.taskPolicies = [new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources })];
  }
}

function notPublished(scope: Construct): Pass {
  const message = JsonPath.format('The results could not be written: {}', JsonPath.stringAt('$.error.Cause'));
  return new Pass(scope, 'Not published', {
    parameters: { published: { failed: 1, message } },
    resultPath: '$.results',
  });
}

function remember(scope: Construct, { parameter }: WorkflowParts): TaskStateBase {
  return new CallAwsService(scope, 'Remember', {
    service: 'ssm',
    action: 'putParameter',
    iamAction: 'ssm:PutParameter',
    iamResources: [parameter.parameterArn],
    parameters: {
      Name: parameter.parameterName,
      Value: JsonPath.stringAt('$.results.published.parameter'),
      Overwrite: true,
    },
    taskTimeout: CALL_TIMEOUT,
    resultPath: JsonPath.DISCARD,
  }).addRetry(AGAIN);
}

function notify(scope: Construct, topic: ITopic): TaskStateBase {
  return new SnsPublish(scope, 'Notify', {
    topic,
    subject: 'Triton benchmark',
    message: TaskInput.fromJsonPathAt('$.results.published.message'),
    taskTimeout: CALL_TIMEOUT,
    resultPath: JsonPath.DISCARD,
  }).addRetry(AGAIN);
}

function didAllSucceed(scope: Construct): Choice {
  const failed = new Fail(scope, 'Failed', {
    error: 'BenchmarkFailed',
    causePath: JsonPath.stringAt('$.results.published.message'),
  });
  return new Choice(scope, 'Did all succeed?')
    .when(
      Condition.numberEquals('$.results.published.failed', 0),
      new Succeed(scope, 'Succeeded', { outputPath: '$.results.published' }),
    )
    .otherwise(failed);
}
