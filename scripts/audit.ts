/** Fails when an advisory speaks of a package that users get parts of: they are bundled, so `npm audit` of a user's app sees none of them. */
import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';

const ROOT = path.join(__dirname, '..');

/** What `npm audit --json` prints (npm 10, report version 2), as far as it is read. */
export interface AuditReport {
  /** Why there is no report. */
  readonly message?: string;
  readonly vulnerabilities?: {
    [name: string]: {
      readonly severity: string;
      readonly via: (string | { readonly title: string; readonly url: string })[];
    };
  };
}

/** The advisories of bundled packages, in words. */
export function advisoriesOf(report: AuditReport, bundled: string[]): string[] {
  if (!report.vulnerabilities) throw new Error(`npm audit gave no report: ${report.message}`);
  return Object.entries(report.vulnerabilities)
    .filter(([name]) => bundled.includes(name))
    .map(([name, { severity, via }]) => {
      const reasons = via.map((one) => (typeof one === 'string' ? `by ${one}` : `${one.title} (${one.url})`));
      return `${name}: ${severity}: ${reasons.join(', ')}`;
    });
}

function main(): void {
  const packages: { name: string }[] = JSON.parse(
    fs.readFileSync(path.join(ROOT, 'assets', 'third-party-packages.json'), 'utf8'),
  );
  const { stdout } = spawnSync('npm', ['audit', '--json'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const found = advisoriesOf(
    JSON.parse(stdout),
    packages.map(({ name }) => name),
  );
  for (const advisory of found) console.error(advisory);
  console.log(`${packages.length} bundled packages, ${found.length} with advisories`);
  process.exitCode = found.length > 0 ? 1 : 0;
}

if (require.main === module) main();
