import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { gzipSync } from 'node:zlib';
import { unpack } from '../../../cli/local/repository';
import { base256Size, pax, repeatedGzip, tar, TarEntry, tarHeader } from './bytes';
import type { SelfCheckedResult, LibraryInput } from './library-input';
import { changesBetween, snapshotOf } from './snapshot';

/** Hostile .tar.gz archives. The subcommand `local` unpacks such archives. */

/** A path in the temporary folder of this run, so that a file of a different run has no effect. */
const ABSOLUTE_PATH = path.join(os.tmpdir(), 'owned-by-archive');

const link = (name: string, linksTo: string, type: '1' | '2' = '2'): TarEntry => ({ name, linksTo, type });

/** The archives, by description. `mustBeRejected` requires that the library throws an error. */
const TARS: Record<string, { archive: () => Buffer; mustBeRejected?: boolean }> = {
  'is empty': { archive: () => Buffer.alloc(0) },
  'is not an archive': { archive: () => Buffer.from('x'.repeat(5000)) },
  'is a gzip header alone': { archive: () => Buffer.from([0x1f, 0x8b]), mustBeRejected: true },
  'ends in the middle': {
    archive: () => gzipSync(tar([{ name: 'm/x', content: 'x'.repeat(100_000) }])).subarray(0, 60),
    mustBeRejected: true,
  },
  'ends in the middle of an entry': {
    archive: () => gzipSync(tar([{ name: 'm/x', content: 'x'.repeat(2000), claimedBytes: 100_000 }], { end: false })),
    mustBeRejected: true,
  },
  'has a wrong gzip checksum': {
    archive: () => Buffer.concat([gzipSync(tar([{ name: 'm/x' }])).subarray(0, -8), Buffer.alloc(8)]),
    mustBeRejected: true,
  },
  'has random bytes after its end': {
    archive: () => Buffer.concat([gzipSync(tar([{ name: 'm/x' }])), Buffer.from('random')]),
  },
  'declares a file of 7 GB and contains 2.5 GB': {
    archive: () =>
      Buffer.concat([
        gzipSync(tarHeader({ name: 'm/x', claimedBytes: 7 * 2 ** 30 })),
        repeatedGzip(Buffer.alloc(1 << 26), 40),
      ]),
    mustBeRejected: true,
  },
  'has 4 GB after its end': {
    archive: () => Buffer.concat([gzipSync(tar([{ name: 'm/x' }])), repeatedGzip(Buffer.alloc(1 << 26), 60)]),
  },
  'declares a file size of 8 EB': {
    archive: () => gzipSync(tar([{ name: 'm/x', sizeField: base256Size(2n ** 63n - 1n) }])),
    mustBeRejected: true,
  },
  'declares a negative file size': {
    archive: () =>
      gzipSync(tar([{ name: 'm/x', sizeField: Buffer.concat([Buffer.alloc(1, 0xff), Buffer.alloc(11, 0xff)]) }])),
  },
  'has 30,000 empty files': {
    archive: () =>
      gzipSync(
        Buffer.concat([
          ...Array.from({ length: 30_000 }, (_, index) => tarHeader({ name: `m/${index}` })),
          Buffer.alloc(1024),
        ]),
      ),
  },
  'has 30,000 empty folders': {
    archive: () =>
      gzipSync(
        Buffer.concat([
          ...Array.from({ length: 30_000 }, (_, index) => tarHeader({ name: `m/${index}/`, type: '5' })),
          Buffer.alloc(1024),
        ]),
      ),
  },
  'has 1,500 folders in the name of each file': {
    archive: () =>
      gzipSync(
        tar(
          Array.from({ length: 50 }, (_, index) => [
            pax({ path: `m${index}/${'d/'.repeat(1500)}x` }),
            { name: 'x' },
          ]).flat(),
        ),
      ),
  },
  'has a name of 1 MB': { archive: () => gzipSync(tar([pax({ path: `m/${'x'.repeat(1 << 20)}` }), { name: 'x' }])) },
  'has a pax header of 600 MB': {
    archive: () =>
      Buffer.concat([
        gzipSync(tarHeader({ name: 'p', type: 'x', claimedBytes: 600 << 20 })),
        repeatedGzip(Buffer.alloc(1 << 26, '9'), 10),
      ]),
  },
  'has 100,000 pax headers': {
    archive: () => gzipSync(tar(Array.from({ length: 100_000 }, () => pax({ comment: 'x' })))),
  },
  'has pax headers with wrong lengths': {
    archive: () =>
      gzipSync(tar([{ name: 'p', type: 'x', content: '99999999999 path=x\n-5 size=1\n0 a=b\n' }, { name: 'm/x' }])),
  },
  'has a pax size that is not a number': {
    archive: () => gzipSync(tar([pax({ size: 'NaN' }), { name: 'm/x', content: 'x' }])),
  },
  'has a pax size of 1e308': {
    archive: () => gzipSync(tar([pax({ size: '1e308' }), { name: 'm/x', content: 'x' }])),
  },
  'has pax keys named like members of prototypes': {
    archive: () =>
      gzipSync(
        tar([pax({ __proto__path: '../x', constructor: 'x', toString: 'y' }, 'g'), { name: 'm/x', content: 'x' }]),
      ),
  },
  'leaves its folder through ..': {
    archive: () => gzipSync(tar([{ name: '../owned', content: 'x' }])),
    mustBeRejected: true,
  },
  'leaves its folder through .. in the middle': {
    archive: () => gzipSync(tar([{ name: 'm/../../owned', content: 'x' }])),
    mustBeRejected: true,
  },
  'leaves its folder through .. in pax': {
    archive: () => gzipSync(tar([pax({ path: '../owned' }), { name: 'm/x', content: 'x' }])),
    mustBeRejected: true,
  },
  'leaves its folder through .. in a global pax header': {
    archive: () => gzipSync(tar([pax({ path: '../owned' }, 'g'), { name: 'm/x', content: 'x' }])),
  },
  'leaves its folder through a GNU long name': {
    archive: () =>
      gzipSync(
        tar([
          { name: '././@LongLink', type: 'L', content: '../owned\0' },
          { name: 'm/x', content: 'x' },
        ]),
      ),
    mustBeRejected: true,
  },
  'leaves its folder through an absolute path': {
    archive: () => gzipSync(tar([{ name: ABSOLUTE_PATH, content: 'x' }])),
  },
  'leaves its folder through a link': {
    archive: () => gzipSync(tar([link('a', '..'), { name: 'a/owned', content: 'x' }])),
    mustBeRejected: true,
  },
  'leaves its folder through a link to a link': {
    archive: () => gzipSync(tar([link('a', 'b'), link('b', '..'), { name: 'a/owned', content: 'x' }])),
    mustBeRejected: true,
  },
  'leaves its folder through a link in pax': {
    archive: () => gzipSync(tar([pax({ linkpath: '../..' }), link('a', 'x'), { name: 'a/owned', content: 'x' }])),
    mustBeRejected: true,
  },
  'leaves its folder through a link that replaces a folder': {
    archive: () => gzipSync(tar([{ name: 'a/', type: '5' }, link('a', '..'), { name: 'a/owned', content: 'x' }])),
    mustBeRejected: true,
  },
  'leaves its folder through two Unicode forms of one name': {
    archive: () => gzipSync(tar([link('\u00e9', '..'), { name: 'e\u0301/owned', content: 'x' }])),
    mustBeRejected: true,
  },
  'leaves its folder through two names that differ only in case': {
    archive: () => gzipSync(tar([link('A', '..'), { name: 'a/owned', content: 'x' }])),
    mustBeRejected: true,
  },
  'has a hard link to a file outside': {
    archive: () => gzipSync(tar([link('m/x', '../secret', '1'), { name: 'm/x', content: 'owned' }])),
    mustBeRejected: true,
  },
  'has a hard link to an absolute path': {
    archive: () => gzipSync(tar([link('m/x', '/etc/passwd', '1')])),
    mustBeRejected: true,
  },
  'has a hard link through a link': {
    archive: () => gzipSync(tar([link('a', '..'), link('m/x', 'a/secret', '1')])),
    mustBeRejected: true,
  },
  'has a link to /etc/passwd': {
    archive: () => gzipSync(tar([link('m/config.pbtxt', '/etc/passwd')])),
    mustBeRejected: true,
  },
  'has a link to itself': { archive: () => gzipSync(tar([link('m', 'm')])) },
  'has devices': {
    archive: () =>
      gzipSync(
        tar([
          { name: 'm/1/a', type: '3' },
          { name: 'm/1/b', type: '4' },
        ]),
      ),
  },
  'has a setuid file that every user can write': {
    archive: () =>
      gzipSync(
        tar([
          { name: 'm/x', mode: 0o7777, content: 'x' },
          { name: 'f/', type: '5', mode: 0 },
        ]),
      ),
  },
  'has one file 20,000 times': {
    archive: () => gzipSync(tar(Array.from({ length: 20_000 }, () => ({ name: 'm/x', content: 'x' })))),
  },
  'has a file and a folder with the same name': {
    archive: () =>
      gzipSync(
        tar([
          { name: 'm', content: 'x' },
          { name: 'm/x', content: 'x' },
        ]),
      ),
  },
  'has names with escape sequences': {
    archive: () =>
      gzipSync(
        tar([
          { name: 'm/\u001b[2J\u202e', content: 'x' },
          { name: '../\u001b[2J', content: 'x' },
        ]),
      ),
    mustBeRejected: true,
  },
  'has names that are not UTF-8': {
    archive: () => gzipSync(tar([{ name: Buffer.from([0x6d, 0x2f, 0xff, 0xfe]), content: 'x' }])),
  },
  'has unknown types': {
    archive: () => gzipSync(tar([...'789ABDMNSVZ'].map((type) => ({ name: `m/${type}`, type, content: 'x' })))),
  },
};

async function unpackAndFindProblems(archive: Buffer, folder: string): Promise<SelfCheckedResult> {
  fs.writeFileSync(path.join(folder, 'secret'), 'secret');
  fs.writeFileSync(path.join(folder, 'model.tar.gz'), archive);
  const before = snapshotOf(folder);
  let text = '';
  let thrownError: unknown;
  try {
    await unpack(path.join(folder, 'model.tar.gz'), path.join(folder, 'out'));
  } catch (error) {
    thrownError = error;
    text = (error as Error).message;
  }
  const after = snapshotOf(folder);
  const problems = changesBetween(before, after)
    .filter((change) => !/^created out(\/|$)/.test(change))
    .map((change) => `outside: ${change}`);
  if (fs.existsSync(ABSOLUTE_PATH)) problems.push('an absolute path was written');
  for (const [name, description] of after) {
    const mode = Number(description.split(' ')[0]);
    if (name.startsWith('out/') && (mode & 0o6000) !== 0) problems.push(`${name} has a bit of setuid`);
  }
  if (problems.length === 0 && thrownError !== undefined) throw thrownError;
  return { text, problems };
}

export const archives: LibraryInput[] = Object.entries(TARS).map(([description, { archive, mustBeRejected }]) => ({
  name: `an archive that ${description}`,
  mustBeRejected,
  run: (folder) => unpackAndFindProblems(archive(), folder),
}));
