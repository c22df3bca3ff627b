import { IFunction } from 'aws-cdk-lib/aws-lambda';
import { ITopic } from 'aws-cdk-lib/aws-sns';
import { IStringParameter } from 'aws-cdk-lib/aws-ssm';

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
  /** Its own jobs, by the beginning of their names. */
  readonly jobArns: string;
  readonly jobRoleArn: string;
  readonly resultsFunction: IFunction;
  /** What the function has to know. */
  readonly resultsPayload: object;
  readonly parameter: IStringParameter;
  readonly topic?: ITopic;
}
