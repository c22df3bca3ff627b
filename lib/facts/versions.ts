/** A range of versions: `since` and later versions, but not `until` and later versions. */
export interface VersionRange {
  readonly since?: string;
  readonly until?: string;
}

/** Whether a version is in a range. */
export function isInRange(version: string, { since, until }: VersionRange): boolean {
  return (
    (since === undefined || compareVersions(version, since) >= 0) &&
    (until === undefined || compareVersions(version, until) < 0)
  );
}

/** Compares versions such as `12.6.1`, up to the length of the shorter version. The result is negative if `a` is older. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  const differing = left.findIndex((number, index) => right[index] !== undefined && right[index] !== number);
  return differing === -1 ? 0 : left[differing] - right[differing];
}
