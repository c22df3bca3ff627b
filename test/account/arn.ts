import { World } from './world';

/** An ARN of the account. */
export function arn(world: World, service: string, resource: string): string {
  return `arn:aws:${service}:${world.region}:${world.accountId}:${resource}`;
}
