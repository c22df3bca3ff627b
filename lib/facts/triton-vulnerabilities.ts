import table from './triton-vulnerabilities.json';
import { compareReleases } from './triton-releases';

/** A vulnerability of Triton that NVIDIA has published. */
export interface Vulnerability {
  readonly cve: string;
  /** Number of NVIDIA's security bulletin. */
  readonly bulletin: string;
  readonly severity: 'critical' | 'high';
  /** First affected release; undefined if all releases before the fix are affected. */
  readonly from?: string;
  /** First release with the fix. */
  readonly fixed: string;
}

/** Known vulnerabilities, from NVIDIA's security bulletins. */
const VULNERABILITIES = table.vulnerabilities as Vulnerability[];

/** The vulnerabilities of a release that have the specified severity. */
export function vulnerabilitiesOf(release: string, severity: Vulnerability['severity']): Vulnerability[] {
  return VULNERABILITIES.filter(
    (each) =>
      each.severity === severity &&
      compareReleases(release, each.fixed) < 0 &&
      (each.from === undefined || compareReleases(release, each.from) >= 0),
  );
}
