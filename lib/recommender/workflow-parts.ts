import { IFunction } from 'aws-cdk-lib/aws-lambda';
import { BenchmarkedJob } from './benchmarked-job';

/** Settings and resources of the workflow. */
export interface WorkflowParts {
  readonly job: BenchmarkedJob;
  readonly jobPrefix: string;
  /** Maximum duration of a job. A job that takes more than an hour longer is stopped. */
  readonly jobSeconds: number;
  /** ARN pattern of the jobs of the workflow. */
  readonly jobArns: string;
  readonly resultsFunction: IFunction;
  /** Input of the results function. */
  readonly resultsPayload: object;
}
