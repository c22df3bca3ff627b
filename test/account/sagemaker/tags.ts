import type { Tag } from './inputs';
import { refuse } from './errors';
import type { Hosting } from './state';

export function putTags({ tags }: Hosting, arn: string, added: readonly Tag[] = []): void {
  const kept = tags.get(arn) ?? new Map<string, string>();
  for (const { Key, Value } of added) kept.set(Key, Value);
  tags.set(arn, kept);
}

export function addTags(hosting: Hosting, arn: string, added: readonly Tag[]): object {
  if (!hosting.tags.has(arn)) refuse(`Could not find resource "${arn}".`);
  putTags(hosting, arn, added);
  return { Tags: listed(hosting, arn) };
}

export function deleteTags({ tags }: Hosting, arn: string, keys: readonly string[]): object {
  for (const key of keys) tags.get(arn)?.delete(key);
  return {};
}

export function listTags(hosting: Hosting, arn: string): object {
  return { Tags: listed(hosting, arn) };
}

function listed({ tags }: Hosting, arn: string): Tag[] {
  return [...(tags.get(arn) ?? [])].map(([Key, Value]) => ({ Key, Value }));
}
