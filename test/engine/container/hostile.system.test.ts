import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { BuildRun } from './build-run';

// The program that builds engines in Triton's image, on a machine that is against it: a full disk, programs that never end or never stop to
// print, and signals. However it ends, it says why, and nothing of it is left.

let build: BuildRun;
beforeEach(() => {
  build = new BuildRun();
});
afterEach(() => build.remove());

/** A trtexec that has begun, and does not end by itself. */
const ENDLESS = 'echo building\nexec sleep 600';
const WORK = /^\.triton-engine-build-/;

/** Ends when the program prints this. */
async function printed(child: ReturnType<BuildRun['start']>, text: string): Promise<void> {
  let log = '';
  for await (const chunk of child.stdout) {
    log += String(chunk);
    if (log.includes(text)) break;
  }
}

/** A file system of 256 KiB for the build's output and its message, in a namespace of its own. */
const onSmallDisk = (before: string): string[] => {
  const disk = build.path('disk');
  fs.mkdirSync(disk);
  const script = [
    `mount -t tmpfs -o size=256k tmpfs ${disk} && mkdir ${disk}/output ${disk}/messages`,
    `ln -s ${disk}/output ${disk}/messages ${build.folder} && ${before}`,
    `"$@"; status=$?`,
    `rm ${build.folder}/output ${build.folder}/messages; rm -f ${disk}/output/filler; cp -r ${disk}/. ${build.folder}/; exit $status`,
  ].join('\n');
  return ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', script, 'sh'];
};
const FILL = 'head -c 1M /dev/zero > output/filler 2>/dev/null';

describe('a disk that is full', () => {
  test('during the build, by a program other than trtexec, leaves the reason', async () => {
    build.trtexec(`(cd ../..; ${FILL})\necho '[E] Engine set up failed'\nexit 1`);
    const { status, message } = await build.run({}, {}, onSmallDisk('true'));
    expect([status, message]).toEqual([
      1,
      expect.stringMatching(/trtexec said \(line 3 of trtexec\.log\): Engine set up/),
    ]);
  });

  test('before the build leaves the reason in the log', async () => {
    const { status, log } = await build.run({}, {}, onSmallDisk(FILL));
    expect([status, log]).toEqual([1, expect.stringContaining('FAILED: The disk is full')]);
    expect(log).not.toContain('Error in sys.excepthook');
  });
});

describe('a program', () => {
  test('whose child keeps the output open is over when the program is', async () => {
    build.trtexec(`setsid sleep 20 &\necho '[E] Engine set up failed'\nexit 1`);
    expect((await build.run()).message).toMatch(/: Engine set up failed$/);
  });

  test('whose child never stops to print is over when the program is', async () => {
    build.trtexec(`(trap '' TERM; setsid timeout 20 yes) &\necho '[E] Engine set up failed'\nexit 1`);
    expect((await build.run()).message).toMatch(/: Engine set up failed/);
  });

  test('that does not end is ended with all of its group, though it ignores SIGTERM', async () => {
    build.trtexec(`trap '' TERM\necho $$ > ${build.path('process')}\nwhile true; do sleep 600; done`);
    const { status, message, files } = await build.run({}, { TIMEOUT: '3' });
    expect([status, files]).toEqual([1, ['trtexec.log']]);
    expect(message).toMatch(/^The build did not end within 0 minutes: lower optimizationLevel, or .* TensorRtEngine/);
    const trtexec = fs.readFileSync(build.path('process'), 'utf8').trim();
    expect(fs.existsSync(path.join('/proc', trtexec))).toBe(false);
  });

  test('that prints bytes of any kind is read', async () => {
    build.trtexec(`printf '[E] \\377\\033[31m\\001\\r\\n'\nexit 1`);
    const { message } = await build.run({}, { PYTHONIOENCODING: 'ascii' });
    expect(message).toMatch(/: �\\x1b\[31m\\x01$/);
    build.replace('nvidia-smi', `printf '\\377\\n'\nexit 9`);
    expect((await build.run()).message).toMatch(/^This machine has no GPU that can be used: .* �$/);
  });

  test('that prints a long line has a message of at most 1 KB of UTF-8', async () => {
    build.trtexec(`printf '[E] '\nprintf 'ä%.0s' $(seq 2000)\nexit 1`);
    const { message = '' } = await build.run();
    expect(message).toMatch(/ä…$/);
    expect(Buffer.byteLength(message)).toBeLessThanOrEqual(1024);
    expect(message).not.toContain('�');
  });

  test('that prints without end has a log of its first and its last lines, in little memory', async () => {
    build.trtexec(
      `head -c 300M /dev/zero | tr '\\0' x\necho\nyes '[I] line' | head -n 2000000\necho '[E] last'\nexit 1`,
    );
    // 250 MB of addresses for Python and what it starts.
    const { message } = await build.run({}, {}, ['sh', '-c', 'ulimit -v 250000; exec "$@"', 'sh']);
    const [, number] = /\(line (\d+) of trtexec\.log\): last$/.exec(message ?? '') ?? [];
    const log = fs.readFileSync(build.path('output', 'trtexec.log'), 'utf8').split('\n');
    expect(log[Number(number) - 1]).toBe('[E] last');
    expect(log).toContainEqual(expect.stringMatching(/^… \d+ lines are left out here$/));
    expect(log.join('\n').length).toBeLessThan(16 * 2 ** 20);
  });

  test('whose log nobody reads is built all the same', async () => {
    build.trtexec(`echo '[E] Engine set up failed'\nexit 1`);
    const child = build.start();
    child.stdout.destroy();
    const [status] = (await once(child, 'exit')) as [number];
    expect([status, build.left().message]).toEqual([1, expect.stringMatching(/: Engine set up failed$/)]);
  });
});

describe('a build that is killed', () => {
  /** Starts a build whose trtexec does not end, and waits until it is there. */
  async function begun(): Promise<ReturnType<BuildRun['start']>> {
    build.trtexec(ENDLESS);
    const child = build.start();
    await printed(child, 'building');
    return child;
  }

  test('leaves a reason, and its files to the next one, which removes them and nothing else', async () => {
    const child = await begun();
    // What is not named as a build's is the user's.
    for (const name of ['.triton-engine-build-of-mine', '.build-12345678']) fs.mkdirSync(build.path('output', name));
    child.kill('SIGKILL');
    await once(child, 'exit');
    const left = build.left();
    expect(left.message).toMatch(/^The build was killed before it stated a reason/);
    expect(left.files.filter((name) => WORK.test(name))).toHaveLength(2);

    build.trtexec('exit 1');
    const next = await build.run();
    expect(next.files.sort()).toEqual(['.build-12345678', '.triton-engine-build-of-mine', 'trtexec.log']);
  });

  test('is none while it lives: a second one in the same folder is rejected, and changes nothing', async () => {
    const child = await begun();
    const [before] = [build.left().files.sort()];
    const { status, log } = await build.run();
    expect([status, log]).toEqual([1, expect.stringContaining('FAILED: A different build writes to ')]);
    expect(build.left().files.sort()).toEqual(before);
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(build.left().files).toEqual(['trtexec.log']);
  });
});

test('a log that is a link is replaced, and what the link leads to stays as it is', async () => {
  fs.mkdirSync(build.path('output'));
  fs.writeFileSync(build.path('notes'), 'of the user');
  fs.symlinkSync('../notes', build.path('output', 'trtexec.log'));
  build.trtexec('exit 1');
  await build.run();
  expect(fs.readFileSync(build.path('notes'), 'utf8')).toBe('of the user');
  expect(fs.lstatSync(build.path('output', 'trtexec.log')).isFile()).toBe(true);
});
