import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { JitterType, JsonPath, RetryProps, TaskStateBase, Timeout } from 'aws-cdk-lib/aws-stepfunctions';
import { CallAwsService, CallAwsServiceProps } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import { Construct } from 'constructs';
import { WorkflowParts } from './workflow-parts';

/** How long a call of a service may take. */
export const CALL_TIMEOUT = Timeout.duration(Duration.minutes(1));

/**
 * What a service that is busy, or a network that fails, gives. SageMaker's throttling has no error of its own in Step Functions: it
 * comes as the SDK's general one, like a refused request, which is then refused again some minutes long.
 */
const BUSY: RetryProps = {
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

/** Other jobs of the account end within the hour. */
const FULL: RetryProps = {
  errors: ['SageMaker.ResourceLimitExceededException'],
  interval: Duration.minutes(2),
  backoffRate: 2,
  maxAttempts: 5,
  maxDelay: Duration.minutes(15),
};

/** Creates the job, which runs with a role of its own. */
export function createJob(scope: Construct, parts: WorkflowParts): TaskStateBase {
  // The call takes no request as a whole, only field by field. All requests have the same ones, since they differ only in their package.
  const [{ request }] = parts.items;
  const fields = Object.keys(request).map((field) => [field, JsonPath.objectAt(`$.item.request.${field}`)]);
  const passRole = new PolicyStatement({
    actions: ['iam:PassRole'],
    resources: [parts.jobRoleArn],
    conditions: { StringEquals: { 'iam:PassedToService': 'sagemaker.amazonaws.com' } },
  });
  return new CallAwsService(scope, 'Create', {
    ...callOf('Create', parts, Object.fromEntries(fields)),
    additionalIamStatements: [passRole],
    resultPath: JsonPath.DISCARD,
  })
    .addRetry(FULL)
    .addRetry(BUSY);
}

/** Asks how the job is. */
export function describeJob(scope: Construct, parts: WorkflowParts): TaskStateBase {
  return new CallAwsService(scope, 'Describe', {
    ...callOf('Describe', parts),
    resultPath: '$.job',
  }).addRetry({ ...BUSY, maxAttempts: 8 });
}

/** Stops the job. */
export function stopJob(scope: Construct, id: string, parts: WorkflowParts): TaskStateBase {
  return new CallAwsService(scope, id, {
    ...callOf('Stop', parts),
    resultPath: JsonPath.DISCARD,
  }).addRetry(BUSY);
}

function callOf(verb: string, { jobArns }: WorkflowParts, fields: object = {}): CallAwsServiceProps {
  return {
    service: 'sagemaker',
    action: `${verb.toLowerCase()}InferenceRecommendationsJob`,
    iamAction: `sagemaker:${verb}InferenceRecommendationsJob`,
    iamResources: [jobArns],
    parameters: { JobName: JsonPath.stringAt('$.jobName'), ...fields },
    taskTimeout: CALL_TIMEOUT,
  };
}
