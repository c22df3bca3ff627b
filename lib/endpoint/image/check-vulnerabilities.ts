import { Finding, warning } from '../../findings/finding';
import { compareReleases, registryAccounts, TritonRelease, tritonReleases } from '../../facts/triton-releases';
import { vulnerabilitiesOf, Vulnerability } from '../../facts/triton-vulnerabilities';
import { TritonImage } from './triton-image';
import { isUnresolved } from '../../findings/is-unresolved';

/**
 * Warns about critical vulnerabilities of the image's release that a different image does not have. For a published image, vulnerabilities
 * of all images that AWS publishes in the Region are omitted, because the user cannot avoid them.
 */
export function checkVulnerabilities(image: TritonImage, region: string, field: string): Finding[] {
  const critical = vulnerabilitiesOf(image.release, 'critical');
  if (!image._published)
    return critical.length === 0 ? [] : [vulnerabilityWarning(image, critical, field, adviceForOwnImage(critical))];
  const newest = newestReleaseIn(region);
  const fixable = critical.filter(({ fixed }) => newest && compareReleases(fixed, newest.release) <= 0);
  return newest && fixable.length > 0
    ? [vulnerabilityWarning(image, fixable, field, adviceForPublishedImage(newest))]
    : [];
}

function newestReleaseIn(region: string): TritonRelease | undefined {
  return tritonReleases()
    .filter((row) => isUnresolved(region) || registryAccounts(row)[region] !== undefined)
    .at(-1);
}

function adviceForPublishedImage({ release, minComputeCapability }: TritonRelease): string {
  return `choose TritonImage.forRelease('${release}'), which runs on GPUs of compute capability ${minComputeCapability} or more`;
}

function adviceForOwnImage(vulnerabilities: Vulnerability[]): string {
  return `build the image from Triton ${firstReleaseWithout(vulnerabilities)} or newer, or acknowledge the warning if it has the fixes`;
}

function vulnerabilityWarning({ release }: TritonImage, list: Vulnerability[], field: string, fix: string): Finding {
  const bulletins = [...new Set(list.map(({ bulletin }) => bulletin))];
  const high = vulnerabilitiesOf(release, 'high').length;
  const message =
    `got release ${release}, for which NVIDIA lists critical vulnerabilities: ${list.map(({ cve }) => cve).join(', ')} ` +
    `(security bulletin ${bulletins.join(', ')}), and ${high} of high severity. Triton ${firstReleaseWithout(list)} is the first release ` +
    `without the critical ones: ${fix}`;
  return warning('image.vulnerable', field, message);
}

function firstReleaseWithout(vulnerabilities: Vulnerability[]): string | undefined {
  return vulnerabilities
    .map(({ fixed }) => fixed)
    .sort(compareReleases)
    .at(-1);
}
