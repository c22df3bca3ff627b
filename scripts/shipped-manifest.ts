/**
 * Before `npm pack`, takes out of package.json what only developers need; after it, brings that back. npm runs both (prepack, postpack), also
 * where jsii-pacmak packs.
 */
import * as fs from 'fs';
import * as path from 'path';

const ROOT = path.join(__dirname, '..');
const MANIFEST = path.join(ROOT, 'package.json');
const COMPLETE = path.join(ROOT, 'dist', 'package.json');

/** The manifest as users have it. */
export function shippedManifest(complete: Record<string, unknown>): Record<string, unknown> {
  const { scripts: _, devDependencies: __, devEngines: ___, '//': ____, repository, ...shipped } = complete;
  const { url, ...rest } = repository as { url: string };
  return { ...shipped, repository: { ...rest, url: url.replace(/^https:/, 'git+https:') } }; // as npm rewrites it when it publishes
}

function write(): void {
  const manifest = JSON.parse(fs.readFileSync(MANIFEST, 'utf8'));
  if (manifest.devDependencies === undefined) return; // an earlier run was interrupted
  fs.mkdirSync(path.dirname(COMPLETE), { recursive: true });
  fs.copyFileSync(MANIFEST, COMPLETE);
  fs.writeFileSync(MANIFEST, `${JSON.stringify(shippedManifest(manifest), undefined, 2)}\n`);
}

if (process.argv[2] === 'write') write();
if (process.argv[2] === 'restore') fs.renameSync(COMPLETE, MANIFEST);
