import { rejectRequest } from '../call';
import type { Tag } from './inputs';
import type { SageMakerState } from './state';

export function putTags({ tags }: SageMakerState, arn: string, newTags: readonly Tag[] = []): void {
  const resourceTags = tags.get(arn) ?? new Map<string, string>();
  for (const { Key, Value } of newTags) resourceTags.set(Key, Value);
  tags.set(arn, resourceTags);
}

export function addTags(state: SageMakerState, arn: string, newTags: readonly Tag[]): object {
  if (!state.tags.has(arn)) rejectRequest(`Could not find resource "${arn}".`);
  putTags(state, arn, newTags);
  return { Tags: tagList(state, arn) };
}

export function deleteTags({ tags }: SageMakerState, arn: string, keys: readonly string[]): object {
  for (const key of keys) tags.get(arn)?.delete(key);
  return {};
}

export function listTags(state: SageMakerState, arn: string): object {
  return { Tags: tagList(state, arn) };
}

function tagList({ tags }: SageMakerState, arn: string): Tag[] {
  return [...(tags.get(arn) ?? [])].map(([Key, Value]) => ({ Key, Value }));
}
