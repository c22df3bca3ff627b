import { Account } from './account';

/** The ARN of a resource in the account. */
export function arn(account: Pick<Account, 'accountId' | 'region'>, service: string, resource: string): string {
  return `arn:aws:${service}:${account.region}:${account.accountId}:${resource}`;
}
