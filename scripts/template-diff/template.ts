export interface Resource {
  readonly Type: string;
  readonly Properties?: Record<string, unknown>;
  readonly Metadata?: Record<string, unknown>;
}

export interface Template {
  readonly [section: string]: unknown;
  readonly Resources?: Record<string, Resource>;
}

/** Each synthesis has checks run again, by a time. */
export function withoutTimes<T>(template: T): T {
  return JSON.parse(JSON.stringify(template).replace(/("salt\\*":\\*")\d+/g, '$1<time>'));
}

/** Handlers and models change often. */
export function withoutHashes<T>(template: T): T {
  return JSON.parse(JSON.stringify(template).replace(/[0-9a-f]{64}/g, '<hash>'));
}
