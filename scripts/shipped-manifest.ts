/**
 * Removes the parts of package.json that only developers need before `npm pack`, and restores them afterwards. npm runs both steps (prepack
 * and postpack), also when jsii-pacmak packs the package.
 */
import * as fs from 'fs';
import * as path from 'path';

const ROOT = path.join(__dirname, '..');
const MANIFEST_FILE = path.join(ROOT, 'package.json');
const BACKUP_FILE = path.join(ROOT, 'dist', 'package.json');

/** The manifest of the published package. */
export function shippedManifest(fullManifest: Record<string, unknown>): Record<string, unknown> {
  const { scripts: _, devDependencies: __, devEngines: ___, '//': ____, repository, ...shipped } = fullManifest;
  const { url, ...rest } = repository as { url: string };
  return { ...shipped, repository: { ...rest, url: url.replace(/^https:/, 'git+https:') } }; // as npm rewrites it when it publishes
}

function write(): void {
  const manifest = JSON.parse(fs.readFileSync(MANIFEST_FILE, 'utf8'));
  if (manifest.devDependencies === undefined) return; // an earlier run was interrupted
  fs.mkdirSync(path.dirname(BACKUP_FILE), { recursive: true });
  fs.copyFileSync(MANIFEST_FILE, BACKUP_FILE);
  fs.writeFileSync(MANIFEST_FILE, `${JSON.stringify(shippedManifest(manifest), undefined, 2)}\n`);
}

if (process.argv[2] === 'write') write();
if (process.argv[2] === 'restore') fs.renameSync(BACKUP_FILE, MANIFEST_FILE);
