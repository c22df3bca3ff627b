/** Fails if there is an advisory for a bundled package. `npm audit` of a user's app does not see bundled packages. */
import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';

const ROOT = path.join(__dirname, '..');

/** The parts of the output of `npm audit --json` that this script uses (npm 10, report version 2). */
export interface AuditReport {
  /** The error message if there is no report. */
  readonly message?: string;
  readonly vulnerabilities?: {
    [name: string]: {
      readonly severity: string;
      readonly via: (string | { readonly title: string; readonly url: string })[];
    };
  };
}

/** Describes the advisories for bundled packages. */
export function advisoriesOf(report: AuditReport, bundled: string[]): string[] {
  if (!report.vulnerabilities) throw new Error(`npm audit gave no report: ${report.message}`);
  return Object.entries(report.vulnerabilities)
    .filter(([name]) => bundled.includes(name))
    .map(([name, { severity, via }]) => {
      const reasons = via.map((cause) => (typeof cause === 'string' ? `by ${cause}` : `${cause.title} (${cause.url})`));
      return `${name}: ${severity}: ${reasons.join(', ')}`;
    });
}

function main(): void {
  const packages: { name: string; version: string }[] = JSON.parse(
    fs.readFileSync(path.join(ROOT, 'assets', 'third-party-packages.json'), 'utf8'),
  );
  // Before the request, so a run whose request fails also names them.
  console.log(`covered: ${packages.map(({ name, version }) => `${name} ${version}`).join(', ')}`);
  const { stdout } = spawnSync('npm', ['audit', '--json'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const advisories = advisoriesOf(
    JSON.parse(stdout),
    packages.map(({ name }) => name),
  );
  for (const advisory of advisories) console.error(advisory);
  console.log(`${packages.length} bundled packages, ${advisories.length} with advisories`);
  process.exitCode = advisories.length > 0 ? 1 : 0;
}

if (require.main === module) main();
