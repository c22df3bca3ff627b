import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { BuildRun } from './build-run';

// Tests the program that builds engines inside Triton's image under hostile conditions: a full disk, trtexec processes that never end,
// trtexec processes that print endlessly, and signals. The program always reports a reason. It removes its temporary files, except after
// SIGKILL: then the next build removes them.

let build: BuildRun;
beforeEach(() => {
  build = new BuildRun();
});
afterEach(() => build.remove());

/** Script of a trtexec that starts and does not end. */
const ENDLESS = 'echo building\nexec sleep 600';
/** Temporary folders of the build program. */
const TEMPORARY_FOLDER = /^\.triton-engine-build-/;

/** Waits until the program prints a text. */
async function waitForOutput(child: ReturnType<BuildRun['start']>, text: string): Promise<void> {
  let log = '';
  for await (const chunk of child.stdout) {
    log += String(chunk);
    if (log.includes(text)) break;
  }
}

/** Returns a command that runs the build with a file system of 256 KiB for its output and message, in a separate mount namespace. */
const onSmallDisk = (setup: string): string[] => {
  const disk = build.path('disk');
  fs.mkdirSync(disk);
  const script = [
    `mount -t tmpfs -o size=256k tmpfs ${disk} && mkdir ${disk}/output ${disk}/messages`,
    `ln -s ${disk}/output ${disk}/messages ${build.folder} && ${setup}`,
    `"$@"; status=$?`,
    `rm ${build.folder}/output ${build.folder}/messages; rm -f ${disk}/output/filler; cp -r ${disk}/. ${build.folder}/; exit $status`,
  ].join('\n');
  return ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', script, 'sh'];
};
/** Shell command that fills the small disk. */
const FILL = 'head -c 1M /dev/zero > output/filler 2>/dev/null';

describe('a full disk', () => {
  test('during the build does not prevent a message with the reason for the failure', async () => {
    build.replaceTrtexec(`(cd ../..; ${FILL})\necho '[E] Engine set up failed'\nexit 1`);
    const { status, message } = await build.run({}, {}, onSmallDisk('true'));
    expect([status, message]).toEqual([
      1,
      expect.stringMatching(/trtexec said \(line 3 of trtexec\.log\): Engine set up/),
    ]);
  });

  test('before the build is reported in the log', async () => {
    const { status, log } = await build.run({}, {}, onSmallDisk(FILL));
    expect([status, log]).toEqual([1, expect.stringContaining('FAILED: The disk is full')]);
    expect(log).not.toContain('Error in sys.excepthook');
  });
});

describe('trtexec', () => {
  test('is considered ended even if a child process prints endlessly', async () => {
    build.replaceTrtexec(`(trap '' TERM; setsid timeout 20 yes) &\necho '[E] Engine set up failed'\nexit 1`);
    expect((await build.run()).message).toMatch(/: Engine set up failed/);
  });

  test('is killed with its process group if it does not end and ignores SIGTERM', async () => {
    build.replaceTrtexec(`trap '' TERM\necho $$ > ${build.path('process')}\nwhile true; do sleep 600; done`);
    // On a slow host, the timeout can be over before trtexec has started.
    let result = await build.run({}, { TIMEOUT: '3' });
    for (let seconds = 6; !fs.existsSync(build.path('process')) && seconds < 60; seconds *= 2)
      result = await build.run({}, { TIMEOUT: `${seconds}` });
    const { status, message, files } = result;
    expect([status, files]).toEqual([1, ['trtexec.log']]);
    expect(message).toMatch(
      /^The build did not end within 0 minutes: lower --builderOptimizationLevel, or .* cdk-sagemaker-triton engine,/,
    );
    const trtexec = fs.readFileSync(build.path('process'), 'utf8').trim();
    expect(fs.existsSync(path.join('/proc', trtexec))).toBe(false);
  });

  test('can print any bytes, and so can nvidia-smi', async () => {
    build.replaceTrtexec(`printf '[E] \\377\\033[31m\\001\\r\\n'\nexit 1`);
    const { message } = await build.run({}, { PYTHONIOENCODING: 'ascii' });
    expect(message).toMatch(/: �\\x1b\[31m\\x01$/);
    build.replaceProgram('nvidia-smi', `printf '\\377\\n'\nexit 9`);
    expect((await build.run()).message).toMatch(/^This machine has no GPU that can be used: .* �$/);
  });

  test('can print a long line, and the message still has at most 1 KB of UTF-8', async () => {
    build.replaceTrtexec(`printf '[E] '\nprintf 'ä%.0s' $(seq 2000)\nexit 1`);
    const { message = '' } = await build.run();
    expect(message).toMatch(/ä…$/);
    expect(Buffer.byteLength(message)).toBeLessThanOrEqual(1024);
    expect(message).not.toContain('�');
  });

  test('can print endlessly: the log contains the first and last lines, and the memory of the build program is limited', async () => {
    build.replaceTrtexec(
      `head -c 300M /dev/zero | tr '\\0' x\necho\nyes '[I] line' | head -n 2000000\necho '[E] last'\nexit 1`,
    );
    // An address space of 250 MB for Python and its child processes.
    const { message } = await build.run({}, {}, ['sh', '-c', 'ulimit -v 250000; exec "$@"', 'sh']);
    const [, number] = /\(line (\d+) of trtexec\.log\): last$/.exec(message ?? '') ?? [];
    const log = fs.readFileSync(build.path('output', 'trtexec.log'), 'utf8').split('\n');
    expect(log[Number(number) - 1]).toBe('[E] last');
    expect(log).toContainEqual(expect.stringMatching(/^… \d+ lines are left out here$/));
    expect(log.join('\n').length).toBeLessThan(16 * 2 ** 20);
  });

  test('is still reported as failed if the process that reads the job log has ended', async () => {
    build.replaceTrtexec(`echo '[E] Engine set up failed'\nexit 1`);
    const child = build.start();
    child.stdout.destroy();
    const [status] = (await once(child, 'exit')) as [number];
    expect([status, build.readResult().message]).toEqual([1, expect.stringMatching(/: Engine set up failed$/)]);
  });
});

describe('a build that is killed', () => {
  /** Starts a build whose trtexec does not end, and waits until trtexec has started. */
  async function startBuild(): Promise<ReturnType<BuildRun['start']>> {
    build.replaceTrtexec(ENDLESS);
    const child = build.start();
    await waitForOutput(child, 'building');
    return child;
  }

  test('reports a reason, and leaves only temporary files, which the next build removes', async () => {
    const child = await startBuild();
    // Folders of the user, with names that are similar to the temporary folders.
    for (const name of ['.triton-engine-build-of-user', '.build-12345678']) fs.mkdirSync(build.path('output', name));
    child.kill('SIGKILL');
    await once(child, 'exit');
    const result = build.readResult();
    expect(result.message).toMatch(/^The build was killed before it stated a reason/);
    expect(result.files.filter((name) => TEMPORARY_FOLDER.test(name))).toHaveLength(2);

    build.replaceTrtexec('exit 1');
    const next = await build.run();
    expect(next.files.sort()).toEqual(['.build-12345678', '.triton-engine-build-of-user', 'trtexec.log']);
  });

  test('is distinguished from a running build: a second build in the same folder fails, and does not change the files', async () => {
    const child = await startBuild();
    const [filesOfRunningBuild] = [build.readResult().files.sort()];
    const { status, log } = await build.run();
    expect([status, log]).toEqual([1, expect.stringContaining('FAILED: A different build writes to ')]);
    expect(build.readResult().files.sort()).toEqual(filesOfRunningBuild);
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(build.readResult().files).toEqual(['trtexec.log']);
  });
});

test('a log that is a symbolic link is replaced, and the target of the link is not changed', async () => {
  fs.mkdirSync(build.path('output'));
  fs.writeFileSync(build.path('notes'), 'of the user');
  fs.symlinkSync('../notes', build.path('output', 'trtexec.log'));
  build.replaceTrtexec('exit 1');
  await build.run();
  expect(fs.readFileSync(build.path('notes'), 'utf8')).toBe('of the user');
  expect(fs.lstatSync(build.path('output', 'trtexec.log')).isFile()).toBe(true);
});
