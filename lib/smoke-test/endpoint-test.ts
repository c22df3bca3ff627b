import { IFunction } from 'aws-cdk-lib/aws-lambda';
import { IConstruct } from 'constructs';

/** The probe or the smoke test of a variant. */
export interface IEndpointTest extends IConstruct {
  /** Lambda function that sends the requests. */
  readonly handler: IFunction;
}
