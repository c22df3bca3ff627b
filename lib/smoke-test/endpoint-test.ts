import { IFunction } from 'aws-cdk-lib/aws-lambda';
import { IConstruct } from 'constructs';

/** A test that sends requests to the endpoint: the probe or the smoke test. */
export interface IEndpointTest extends IConstruct {
  /** Lambda function that sends the requests. */
  readonly handler: IFunction;
}
