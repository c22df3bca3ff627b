import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  Choice,
  Condition,
  Fail,
  IChainable,
  JitterType,
  JsonPath,
  Pass,
  Result,
  Succeed,
  TaskInput,
  TaskStateBase,
  Timeout,
} from 'aws-cdk-lib/aws-stepfunctions';
import { LambdaInvoke, LambdaInvokeProps } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import { Construct } from 'constructs';
import { jobStates } from './job-states';
import { WorkflowParts } from './workflow-parts';

/** Nonce of runs that deployments start. A run with a different nonce repeats the benchmark, even if its jobs did not change. */
export const DEPLOYMENT_NONCE = 'deployed';

/**
 * The states of the workflow. The workflow creates the job and monitors it until it ends. Then the results function writes the tables and a
 * message.
 *
 * The name of the job is derived from its content and the `nonce` of the run, so a run without a new nonce uses the existing job.
 */
export function workflowDefinition(scope: Construct, parts: WorkflowParts): IChainable {
  const setDeploymentNonce = new Pass(scope, 'Not forced', {
    result: Result.fromString(DEPLOYMENT_NONCE),
    resultPath: '$.nonce',
  });
  const outcome = outcomeState(scope);
  const publish = publishState(scope, parts)
    .addCatch(publishFailureState(scope).next(outcome), { resultPath: '$.error' })
    .next(outcome);
  const job = jobStates(scope, parts, publish);
  return new Choice(scope, 'Is it forced?')
    .when(Condition.isPresent('$.nonce'), job)
    .otherwise(setDeploymentNonce.next(job));
}

function publishState(scope: Construct, { resultsFunction, resultsPayload }: WorkflowParts): TaskStateBase {
  return new InvokeUnqualified(scope, 'Publish', {
    lambdaFunction: resultsFunction,
    payload: TaskInput.fromObject({ ...resultsPayload, run: JsonPath.objectAt('$') }),
    resultSelector: { published: JsonPath.objectAt('$.Payload') },
    resultPath: '$.results',
    taskTimeout: Timeout.duration(Duration.minutes(5)),
    retryOnServiceExceptions: false, // all errors are retried, see below
  }).addRetry({
    interval: Duration.seconds(5),
    backoffRate: 2,
    maxAttempts: 4,
    jitterStrategy: JitterType.FULL,
  });
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
    parameters: { published: { message } },
    resultPath: '$.results',
  });
}

function outcomeState(scope: Construct): Choice {
  const failed = new Fail(scope, 'Failed', {
    error: 'BenchmarkFailed',
    causePath: JsonPath.stringAt('$.results.published.message'),
  });
  return new Choice(scope, 'Did it succeed?')
    .when(
      Condition.isPresent('$.results.published.table'),
      new Succeed(scope, 'Succeeded', { outputPath: '$.results.published' }),
    )
    .otherwise(failed);
}
