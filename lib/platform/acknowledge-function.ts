import { IConstruct } from 'constructs';
import { acknowledge } from './acknowledge';

/** What differs between the library's functions. */
export interface FunctionReasons {
  /** What its log holds. */
  readonly log: string;
  /** Why no concurrency is reserved. */
  readonly concurrency: string;
  /** Why there is no dead-letter queue. */
  readonly deadLetters: string;
}

/** Tells cdk-nag why a function, its role and its log group are as they are. */
export function acknowledgeFunction(scope: IConstruct, { log, concurrency, deadLetters }: FunctionReasons): void {
  acknowledge(scope, {
    CloudWatchLogGroupEncrypted: `The log ${log}; CloudWatch Logs encrypts it with its own key`,
    IAMNoInlinePolicy: 'The policy belongs to this role alone and goes with it',
    LambdaConcurrency: `${concurrency}; a reservation would take concurrency from all others`,
    LambdaDLQ: deadLetters,
    LambdaInsideVPC: 'It speaks with nothing but APIs of AWS',
  });
}
