import table from './triton-images.json';

/** Content of the `sagemaker-tritonserver` image of a release. */
export interface TritonRelease {
  readonly release: string;
  readonly triton: string;
  readonly cuda: string;
  readonly tensorRt?: string;
  readonly onnxRuntime?: string;
  readonly pytorch?: string;
  readonly python?: string;
  readonly minComputeCapability: string;
  readonly accounts: string;
  readonly regions?: string[];
  /** Whether there is an image for instances without GPUs, `<release>-py3-cpu`. */
  readonly cpuTag: boolean;
  /** Properties that were reported by users, or inferred from neighboring releases. */
  readonly unconfirmed?: string[];
}

/** The registry accounts and Regions in which AWS publishes a release. */
export type PublishedRelease = Pick<TritonRelease, 'release' | 'accounts' | 'regions'>;

/** Last release in the registry accounts of SageMaker Neo (aws/sagemaker-python-sdk, PR 4432, 2024-02-16). */
const LAST_LEGACY_RELEASE = '23.05';

/**
 * Default release: the newest of the published releases with the fewest known critical vulnerabilities. The release contains CUDA 13, which
 * runs on the default instance type with the inference AMI that includes driver 580. A new image replaces all instances of an endpoint, so
 * the default changes only in minor versions of this library, with an entry in CHANGELOG.md.
 */
export const DEFAULT_TRITON_RELEASE = '26.05';

export function tritonReleases(): TritonRelease[] {
  return table.releases as TritonRelease[];
}

export function findTritonRelease(release: string): TritonRelease | undefined {
  return tritonReleases().find((row) => row.release === release);
}

/** Infers the registry accounts from the name of a release that is not in the table. AWS announced when the accounts changed. */
export function inferRegistry(release: string): PublishedRelease {
  return { release, accounts: compareReleases(release, LAST_LEGACY_RELEASE) <= 0 ? 'legacy' : 'dlc' };
}

/**
 * CUDA version of the last known release before `release`. This version is the minimum for `release`, because later releases never have an
 * older CUDA version.
 */
export function cudaBefore(release: string): string | undefined {
  return tritonReleases()
    .filter((row) => compareReleases(row.release, release) < 0)
    .at(-1)?.cuda;
}

/** Registry account of a release, by Region. */
export function registryAccounts(release: PublishedRelease): Record<string, string> {
  const accounts: Record<string, string> = release.accounts === 'legacy' ? table.accounts.legacy : table.accounts.dlc;
  const regions = release.regions ?? Object.keys(accounts);
  return Object.fromEntries(regions.map((region) => [region, accounts[region]]));
}

/** Newest published release that is not newer than a release; undefined if there is none. */
export function newestPublishedUntil(release: string): string | undefined {
  return tritonReleases()
    .filter((row) => compareReleases(row.release, release) <= 0)
    .at(-1)?.release;
}

/** A release or newer, for messages. If AWS does not publish the release, also the first of the newer releases that AWS publishes. */
export function releaseOrNewer(release: string): string {
  const published = tritonReleases().find((row) => compareReleases(row.release, release) >= 0)?.release;
  if (published === release) return `${release} or newer`;
  return `${release} or newer (AWS publishes ${published ?? 'none of these yet'})`;
}

/** Whether a text has the form of a release, YY.MM. */
export function isReleaseName(text: string): boolean {
  return /^\d\d\.(0[1-9]|1[0-2])$/.test(text);
}

/** Orders releases by time: negative if `a` is before `b`. */
export function compareReleases(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Known releases near a release: up to two that are not newer than the release, and up to two that are newer. */
export function nearestReleases(
  release: string,
  knownReleases: string[] = tritonReleases().map((row) => row.release),
): string[] {
  const newerIndex = knownReleases.findIndex((other) => compareReleases(other, release) > 0);
  const position = newerIndex === -1 ? knownReleases.length : newerIndex;
  return knownReleases.slice(Math.max(0, position - 2), position + 2);
}
