import table from './triton-images.json';

/** What NVIDIA and AWS shipped under one YY.MM tag of the `sagemaker-tritonserver` image. */
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
  /** Whether a source has its image for instances without GPU, `<release>-py3-cpu`. */
  readonly cpuTag: boolean;
  /** The month of NVIDIA's images that it is built on, where that is another one. */
  readonly builtOn?: string;
  /** What is known from reports only, or is concluded from the releases around it. */
  readonly unconfirmed?: string[];
}

/** Where AWS publishes a release. */
export type PublishedRelease = Pick<TritonRelease, 'release' | 'accounts' | 'regions'>;

/** The last release in the registry accounts of SageMaker Neo (aws/sagemaker-python-sdk, PR 4432, 2024-02-16). */
const LAST_LEGACY_RELEASE = '23.05';

/**
 * The release used when none is chosen: the newest of those that AWS publishes with the fewest known critical vulnerabilities. Its
 * CUDA 13 runs on the default instance type with the inference AMI of driver 580. It changes with a minor version of this library at
 * the earliest, and CHANGELOG.md says so, since a new image starts a new fleet.
 */
export const DEFAULT_TRITON_RELEASE = '26.05';

export function tritonReleases(): TritonRelease[] {
  return table.releases as TritonRelease[];
}

export function findTritonRelease(release: string): TritonRelease | undefined {
  return tritonReleases().find((row) => row.release === release);
}

/** Where AWS would publish a release that is not in the table: it has told when it changed the registry accounts. */
export function unlistedRelease(release: string): PublishedRelease {
  return { release, accounts: compareReleases(release, LAST_LEGACY_RELEASE) <= 0 ? 'legacy' : 'dlc' };
}

/** The CUDA of the last known release before one: NVIDIA does not go back to an older CUDA. */
export function cudaBefore(release: string): string | undefined {
  return tritonReleases()
    .filter((row) => compareReleases(row.release, release) < 0)
    .at(-1)?.cuda;
}

/** Registry account by region for one release. */
export function registryAccounts(release: PublishedRelease): Record<string, string> {
  const accounts: Record<string, string> = release.accounts === 'legacy' ? table.accounts.legacy : table.accounts.dlc;
  const regions = release.regions ?? Object.keys(accounts);
  return Object.fromEntries(regions.map((region) => [region, accounts[region]]));
}

/** Whether a text is YY.MM, as releases are called. */
export function isReleaseName(text: string): boolean {
  return /^\d\d\.(0[1-9]|1[0-2])$/.test(text);
}

/** Orders YY.MM releases by time: negative when `a` came before `b`. */
export function compareReleases(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** The known releases around one: up to two before it and two from it on. */
export function nearestReleases(
  release: string,
  known: string[] = tritonReleases().map((row) => row.release),
): string[] {
  const later = known.findIndex((other) => compareReleases(other, release) > 0);
  const at = later === -1 ? known.length : later;
  return known.slice(Math.max(0, at - 2), at + 2);
}
