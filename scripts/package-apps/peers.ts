import * as fs from 'fs';
import * as path from 'path';
import { ROOT, run } from '../fresh-app';

/** The peer dependencies in the oldest versions that the package accepts. */
export function oldestPeers(): string[] {
  return Object.entries(peerRanges()).map(([name, range]) => `${name}@${range.replace('^', '')}`);
}

/** The peer dependencies in the newest published versions that the package accepts. */
export function newestPeers(): string[] {
  return Object.entries(peerRanges()).map(([name, range]) => {
    const versions: string | string[] = JSON.parse(
      run(ROOT, 'npm', 'view', '--silent', '--json', `${name}@${range}`, 'version'),
    );
    return `${name}@${[versions].flat().at(-1)}`;
  });
}

/** The range of each peer dependency, such as ^2.224.0. */
function peerRanges(): Record<string, string> {
  return JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')).peerDependencies;
}
