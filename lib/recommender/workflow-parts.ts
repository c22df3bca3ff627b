import { IFunction } from 'aws-cdk-lib/aws-lambda';
import { ITopic } from 'aws-cdk-lib/aws-sns';
import { IStringParameter } from 'aws-cdk-lib/aws-ssm';

/** One job of a run. */
export interface WorkflowItem {
  /** Name of the variation. Empty for a single job. */
  readonly configuration: string;
  /** Properties of the model, for the table of results. */
  readonly facts: object;
  /** Request of CreateInferenceRecommendationsJob, without the name of the job. */
  readonly request: object;
  /** Hash from which the name of the job is derived, together with the nonce of the run. */
  readonly contentHash: string;
}

/** Settings and resources of the workflow. */
export interface WorkflowParts {
  readonly items: WorkflowItem[];
  readonly jobPrefix: string;
  readonly maxParallelJobs: number;
  /** Maximum duration of a job. A job that takes more than an hour longer is stopped. */
  readonly jobSeconds: number;
  /** ARN pattern of the jobs of the workflow. */
  readonly jobArns: string;
  readonly jobRoleArn: string;
  readonly resultsFunction: IFunction;
  /** Input of the results function. */
  readonly resultsPayload: object;
  readonly parameter: IStringParameter;
  readonly topic?: ITopic;
}
