export interface Resource {
  readonly Type: string;
  readonly Properties?: Record<string, unknown>;
  readonly Metadata?: Record<string, unknown>;
}

export interface Template {
  readonly [section: string]: unknown;
  readonly Resources?: Record<string, Resource>;
}

/** Removes the timestamps (`salt`) with which integration checks run again in each deployment. */
export function withoutTimestamps<T>(template: T): T {
  return JSON.parse(JSON.stringify(template).replace(/("salt\\*":\\*")\d+/g, '$1<time>'));
}

/** Removes the hashes of handlers and models, which change often. */
export function withoutHashes<T>(template: T): T {
  return JSON.parse(JSON.stringify(template).replace(/[0-9a-f]{64}/g, '<hash>'));
}
