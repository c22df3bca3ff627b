import { GetAccountSettingsCommand, LambdaClient, LambdaClientConfig } from '@aws-sdk/client-lambda';
import { Template } from '../assembly/intrinsics';
import { withReadableErrors } from './readable-errors';

/** The limit of Lambda, which all functions of an account and Region share, and what a deployment needs of it. */
export interface Concurrency {
  /** Functions that Lambda runs at the same time. Undefined if the limit could not be read. */
  readonly limit?: number;
  /** The reason why the limit could not be read. */
  readonly unread?: string;
  /** Endpoints of all stacks that are checked. Each has a probe. */
  readonly endpoints: number;
  /** Custom resources of the stack, which CloudFormation can run at the same time. */
  readonly customResources: number;
}

/** Reads Lambda's limit of concurrent executions. Not all users who deploy may read it, so an error is part of the result. */
export async function readConcurrencyLimit(config: LambdaClientConfig): Promise<Pick<Concurrency, 'limit' | 'unread'>> {
  try {
    const response = new LambdaClient(config).send(new GetAccountSettingsCommand({}));
    return { limit: (await withReadableErrors(response)).AccountLimit?.ConcurrentExecutions };
  } catch (error) {
    return { unread: (error as Error).message };
  }
}

export function countCustomResources({ Resources = {} }: Template): number {
  return Object.values(Resources).filter(({ Type }) => Type.startsWith('Custom::Triton')).length;
}

/** Describes the limit as a line of a list. Too few executions delay a deployment, and do not make it fail: it is a warning. */
export function describeConcurrency({ limit, unread, endpoints, customResources }: Concurrency): string {
  const need = `The deployment has ${endpoints} ${endpoints === 1 ? 'endpoint' : 'endpoints'}, whose probes each use one execution, and ${customResources} custom resources, which each use one while they run.`;
  if (limit === undefined) {
    const reason = unread === undefined ? '' : ` (${unread})`;
    return `not checked: The limit of concurrent executions of AWS Lambda could not be read${reason}. ${need}`;
  }
  const sentence = `AWS Lambda runs at most ${limit} functions of the account and Region at the same time. ${need}`;
  if (limit >= endpoints) return `ok: ${sentence}`;
  return `warning: ${sentence} Probes can be missed, and the deployment takes longer: request an increase of the quota "Concurrent executions" of AWS Lambda.`;
}
