import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { JitterType, JsonPath, RetryProps, TaskStateBase, Timeout } from 'aws-cdk-lib/aws-stepfunctions';
import { CallAwsService, CallAwsServiceProps } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import { Construct } from 'constructs';
import { WorkflowParts } from './workflow-parts';

/** Timeout of a service call. */
const CALL_TIMEOUT = Timeout.duration(Duration.minutes(1));

/**
 * Retries of temporary errors. Step Functions reports throttling as the general error of the SDK, which also reports rejected requests. The
 * workflow cannot distinguish throttling from a rejection, so it retries both errors for a few minutes.
 */
const RETRY_TEMPORARY: RetryProps = {
  errors: [
    'SageMaker.SageMakerException',
    'SageMaker.AmazonSageMakerException',
    'SageMaker.ThrottlingException',
    'SageMaker.SdkClientException',
    'States.Timeout',
  ],
  interval: Duration.seconds(5),
  backoffRate: 2,
  maxAttempts: 5,
  maxDelay: Duration.minutes(2),
  jitterStrategy: JitterType.FULL,
};

/** Retries after an exceeded quota. The wait is long, because the quota becomes available only when a different job of the account ends. */
const RETRY_QUOTA: RetryProps = {
  errors: ['SageMaker.ResourceLimitExceededException'],
  interval: Duration.minutes(2),
  backoffRate: 2,
  maxAttempts: 5,
  maxDelay: Duration.minutes(15),
};

/** Returns the state that creates a job. */
export function createJobState(scope: Construct, parts: WorkflowParts): TaskStateBase {
  const passRole = new PolicyStatement({
    actions: ['iam:PassRole'],
    resources: [parts.job.roleArn],
    conditions: { StringEquals: { 'iam:PassedToService': 'sagemaker.amazonaws.com' } },
  });
  return new CallAwsService(scope, 'Create', {
    ...callProperties('Create', parts, parts.job.request),
    additionalIamStatements: [passRole],
    resultPath: JsonPath.DISCARD,
  })
    .addRetry(RETRY_QUOTA)
    .addRetry(RETRY_TEMPORARY);
}

/** Returns the state that reads the status of a job. */
export function describeJobState(scope: Construct, parts: WorkflowParts): TaskStateBase {
  return new CallAwsService(scope, 'Describe', {
    ...callProperties('Describe', parts),
    resultPath: '$.job',
  }).addRetry({ ...RETRY_TEMPORARY, maxAttempts: 8 });
}

/** Returns a state that stops a job. */
export function stopJobState(scope: Construct, id: string, parts: WorkflowParts): TaskStateBase {
  return new CallAwsService(scope, id, {
    ...callProperties('Stop', parts),
    resultPath: JsonPath.DISCARD,
  }).addRetry(RETRY_TEMPORARY);
}

/** Returns the properties of a task that calls an action of SageMaker on one job. */
function callProperties(verb: string, { jobArns }: WorkflowParts, fields: object = {}): CallAwsServiceProps {
  return {
    service: 'sagemaker',
    action: `${verb.toLowerCase()}InferenceRecommendationsJob`,
    iamAction: `sagemaker:${verb}InferenceRecommendationsJob`,
    iamResources: [jobArns],
    parameters: { JobName: JsonPath.stringAt('$.jobName'), ...fields },
    taskTimeout: CALL_TIMEOUT,
  };
}
