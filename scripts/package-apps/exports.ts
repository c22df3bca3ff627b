/** What attw and publint find in the package: exports that compilers and Node.js resolve differently, and mistakes of its manifest. */
import assert from 'assert/strict';
import * as path from 'path';
import { freshApp, run } from '../fresh-app';

const TOOLS = ['@arethetypeswrong/cli@0.18', 'publint@0.3'];

/** publint takes the test that the command `init` writes for users for a test of this package. */
const EXPECTED = ['USE_FILES'];

const PUBLINT = `
import * as fs from 'fs';
import { publint } from 'publint';
const file = fs.readFileSync(process.argv[1]);
const tarball = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength);
console.log(JSON.stringify((await publint({ pack: { tarball }, level: 'suggestion' })).messages));
`;

/** Fails if one of them finds something. */
export function checkExports(folder: string, tarball: string): void {
  freshApp(folder, TOOLS);
  console.log(run(folder, path.join('node_modules', '.bin', 'attw'), tarball, '--format=ascii', '--no-emoji').trim());
  const messages: { code: string }[] = JSON.parse(
    run(folder, process.execPath, '--input-type=module', '--eval', PUBLINT, tarball),
  );
  assert.deepEqual(
    messages.filter(({ code }) => !EXPECTED.includes(code)),
    [],
  );
  console.log('publint finds nothing.');
}
