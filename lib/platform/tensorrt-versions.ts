import { compareVersions } from './cuda';

/** The versions of TensorRT that have something: from one on, and before another. */
export interface Versions {
  readonly since?: string;
  readonly until?: string;
}

/** Whether a version of TensorRT is among others. */
export function isAmong(tensorRt: string, { since, until }: Versions): boolean {
  return (
    (since === undefined || compareVersions(tensorRt, since) >= 0) &&
    (until === undefined || compareVersions(tensorRt, until) < 0)
  );
}
