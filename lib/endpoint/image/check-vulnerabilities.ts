import { Token } from 'aws-cdk-lib';
import { Finding, warning } from '../../findings/finding';
import { compareReleases, registryAccounts, TritonRelease, tritonReleases } from '../../platform/triton-releases';
import { vulnerabilitiesOf, Vulnerability } from '../../platform/triton-vulnerabilities';
import { TritonImage } from './triton-image';

/**
 * Critical vulnerabilities of the image's release that another image does not have. A published image does not warn about what is in
 * every image that AWS publishes in the region: its user could not do anything about it.
 */
export function checkVulnerabilities(image: TritonImage, region: string, field: string): Finding[] {
  const critical = vulnerabilitiesOf(image.release, 'critical');
  if (!image._published) return critical.length === 0 ? [] : [vulnerable(image, critical, field, ownImage(critical))];
  const newest = newestIn(region);
  const fixable = critical.filter(({ fixed }) => newest && compareReleases(fixed, newest.release) <= 0);
  return newest && fixable.length > 0 ? [vulnerable(image, fixable, field, published(newest))] : [];
}

function newestIn(region: string): TritonRelease | undefined {
  return tritonReleases()
    .filter((row) => Token.isUnresolved(region) || registryAccounts(row)[region] !== undefined)
    .at(-1);
}

function published({ release, minComputeCapability }: TritonRelease): string {
  return `choose TritonImage.forRelease('${release}'), which runs on GPUs of compute capability ${minComputeCapability} or more`;
}

function ownImage(vulnerabilities: Vulnerability[]): string {
  return `build the image from Triton ${firstWithout(vulnerabilities)} or newer, or acknowledge the warning if it has the fixes`;
}

function vulnerable({ release }: TritonImage, list: Vulnerability[], field: string, wayOut: string): Finding {
  const bulletins = [...new Set(list.map(({ bulletin }) => bulletin))];
  const high = vulnerabilitiesOf(release, 'high').length;
  const message =
    `got release ${release}, for which NVIDIA lists critical vulnerabilities: ${list.map(({ cve }) => cve).join(', ')} ` +
    `(security bulletin ${bulletins.join(', ')}), and ${high} of high severity. Triton ${firstWithout(list)} is the first release ` +
    `without the critical ones: ${wayOut}`;
  return warning('image.vulnerable', field, message);
}

function firstWithout(vulnerabilities: Vulnerability[]): string | undefined {
  return vulnerabilities
    .map(({ fixed }) => fixed)
    .sort(compareReleases)
    .at(-1);
}
