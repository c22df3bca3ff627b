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

/** Nonce of runs that deployments start. A run with a different nonce repeats the benchmark, even if its jobs did not change. */
export const DEPLOYMENT_NONCE = 'deployed';

const RETRY: RetryProps = {
  interval: Duration.seconds(2),
  backoffRate: 2,
  maxAttempts: 5,
  jitterStrategy: JitterType.FULL,
};

/**
 * The states of the workflow. The workflow creates all jobs and monitors them until they end. Then the results function writes the tables and
 * the message, and the workflow writes the selected fleet (the pick) to an SSM parameter.
 *
 * The names of the jobs are derived from their content and the `nonce` of the run, so a run without a new nonce uses the existing jobs.
 */
export function workflowDefinition(scope: Construct, parts: WorkflowParts): IChainable {
  const { items, maxParallelJobs, topic } = parts;
  const setDeploymentNonce = new Pass(scope, 'Not forced', {
    result: Result.fromString(DEPLOYMENT_NONCE),
    resultPath: '$.nonce',
  });
  const setItems = new Pass(scope, 'Jobs', { result: Result.fromArray(items), resultPath: '$.items' });
  const benchmark = new MapState(scope, 'Benchmark', {
    itemsPath: '$.items',
    itemSelector: { item: JsonPath.objectAt('$$.Map.Item.Value'), nonce: JsonPath.stringAt('$.nonce') },
    maxConcurrency: maxParallelJobs,
    resultPath: '$.runs',
  }).itemProcessor(jobStates(scope, parts));
  const end = outcomeState(scope);
  const report = topic ? notifyState(scope, topic).next(end) : end;
  const publish = publishState(scope, parts).addCatch(publishFailureState(scope).next(report), {
    resultPath: '$.error',
  });
  const pickChoice = new Choice(scope, 'Is there a pick?')
    .when(Condition.isPresent('$.results.published.parameter'), writePickState(scope, parts).next(report))
    .otherwise(report);
  setItems.next(benchmark).next(publish).next(pickChoice);
  return new Choice(scope, 'Is it forced?')
    .when(Condition.isPresent('$.nonce'), setItems)
    .otherwise(setDeploymentNonce.next(setItems));
}

function publishState(scope: Construct, { resultsFunction, resultsPayload }: WorkflowParts): TaskStateBase {
  return new InvokeUnqualified(scope, 'Publish', {
    lambdaFunction: resultsFunction,
    payload: TaskInput.fromObject({ ...resultsPayload, runs: JsonPath.objectAt('$.runs') }),
    resultSelector: { published: JsonPath.objectAt('$.Payload') },
    resultPath: '$.results',
    taskTimeout: Timeout.duration(Duration.minutes(5)),
    retryOnServiceExceptions: false, // all errors are retried, see below
  }).addRetry({ ...RETRY, interval: Duration.seconds(5), maxAttempts: 4 });
}

/** A `LambdaInvoke` task without the permission to invoke versions and aliases of the function, which `LambdaInvoke` always grants. */
class InvokeUnqualified extends LambdaInvoke {
  protected readonly taskPolicies: PolicyStatement[];

  constructor(scope: Construct, id: string, props: LambdaInvokeProps) {
    super(scope, id, props);
    const resources = [props.lambdaFunction.functionArn];
    this.taskPolicies = [new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources })];
  }
}

function publishFailureState(scope: Construct): Pass {
  const message = JsonPath.format('The results could not be written: {}', JsonPath.stringAt('$.error.Cause'));
  return new Pass(scope, 'Not published', {
    parameters: { published: { failed: 1, message } },
    resultPath: '$.results',
  });
}

function writePickState(scope: Construct, { parameter }: WorkflowParts): TaskStateBase {
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
  }).addRetry(RETRY);
}

function notifyState(scope: Construct, topic: ITopic): TaskStateBase {
  return new SnsPublish(scope, 'Notify', {
    topic,
    subject: 'Triton benchmark',
    message: TaskInput.fromJsonPathAt('$.results.published.message'),
    taskTimeout: CALL_TIMEOUT,
    resultPath: JsonPath.DISCARD,
  }).addRetry(RETRY);
}

function outcomeState(scope: Construct): Choice {
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
