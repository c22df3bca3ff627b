import table from './triton-vulnerabilities.json';
import { compareReleases } from './triton-releases';

/** A vulnerability of Triton that NVIDIA has published. */
export interface Vulnerability {
  readonly cve: string;
  /** Number of NVIDIA's security bulletin. */
  readonly bulletin: string;
  readonly severity: 'critical' | 'high';
  /** CVSS 3.1. */
  readonly score: number;
  /** First release that has it; undefined where NVIDIA lists all before the fix. */
  readonly from?: string;
  /** First release that has it no more. */
  readonly fixed: string;
}

/** What NVIDIA lists, as far as the table goes. */
export const VULNERABILITIES = table.vulnerabilities as Vulnerability[];

/** What a release has, by severity. */
export function vulnerabilitiesOf(release: string, severity: Vulnerability['severity']): Vulnerability[] {
  return VULNERABILITIES.filter(
    (each) =>
      each.severity === severity &&
      compareReleases(release, each.fixed) < 0 &&
      (each.from === undefined || compareReleases(release, each.from) >= 0),
  );
}
