import { World } from './world';

/** An ARN of the account. */
export function arn(world: Pick<World, 'accountId' | 'region'>, service: string, resource: string): string {
  return `arn:aws:${service}:${world.region}:${world.accountId}:${resource}`;
}
