/** Checks the package with attw, for exports that compilers and Node.js resolve differently, and with publint, for errors in the manifest. */
import assert from 'assert/strict';
import * as path from 'path';
import { createApp, run } from '../fresh-app';

const TOOLS = ['@arethetypeswrong/cli@0.18', 'publint@0.3'];

/** publint mistakes the test template of the command `init` for a test of this package. */
const FALSE_POSITIVES = ['USE_FILES'];

const PUBLINT = `
import * as fs from 'fs';
import { publint } from 'publint';
const file = fs.readFileSync(process.argv[1]);
const tarball = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength);
console.log(JSON.stringify((await publint({ pack: { tarball }, level: 'suggestion' })).messages));
`;

/** Fails if one of the tools reports a problem. */
export function checkExports(folder: string, tarball: string): void {
  createApp(folder, TOOLS);
  console.log(run(folder, path.join('node_modules', '.bin', 'attw'), tarball, '--format=ascii', '--no-emoji').trim());
  const messages: { code: string }[] = JSON.parse(
    run(folder, process.execPath, '--input-type=module', '--eval', PUBLINT, tarball),
  );
  assert.deepEqual(
    messages.filter(({ code }) => !FALSE_POSITIVES.includes(code)),
    [],
  );
  console.log('publint finds nothing.');
}
