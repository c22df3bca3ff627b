/** A tag of the endpoint. */
export interface Tag {
  readonly key: string;
  readonly value: string;
}

/** The tags that users can set. Tags of AWS begin with `aws:`. */
export function mapTags(tags: Record<string, unknown>[]): Tag[] {
  return tags
    .map(({ Key, Value }) => ({ key: String(Key), value: String(Value ?? '') }))
    .filter(({ key }) => !key.startsWith('aws:'));
}
