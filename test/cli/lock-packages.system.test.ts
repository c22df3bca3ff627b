import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { lockPackagesCommand } from '../../cli/lock-packages';
import { parseLock } from '../../lib/model/python-packages/packages-lock';
import { folderWith } from '../model/folders';
import { usePackages, writeWheels } from '../model/wheels';
import { CommandResult, runCommand } from './run-command';

// Starts uv.

let wheels: string;
beforeEach(() => {
  wheels = usePackages([
    { package: 'colors 1.0' },
    { package: 'paint 1.0', requires: ['colors'] },
    { package: 'numpy 1.26.4' },
    { package: 'numpy 2.1.0' },
    { package: 'arrays 1.0', requires: ['numpy'] },
    { package: 'newarrays 1.0', requires: ['numpy>=2'] },
    { package: 'windows 1.0', tag: 'cp310-cp310-win_amd64' },
  ]);
});

/** Runs the command in a folder with files, with the release 24.09. In the output, the path of the folder is omitted. */
async function lock(folder: string, file = 'requirements.txt', ...options: string[]): Promise<CommandResult> {
  const release = options.includes('--python') ? [] : ['--release', '24.09'];
  const result = await runCommand(lockPackagesCommand(), [path.join(folder, file), ...release, ...options]);
  const withoutFolder = (text: string): string =>
    text.replaceAll(`${path.relative('', folder)}/`, '').replaceAll(`${folder}/`, '');
  return { ...result, stdout: withoutFolder(result.stdout), stderr: withoutFolder(result.stderr) };
}

const read = (folder: string, file = 'requirements.lock.txt'): string =>
  fs.readFileSync(path.join(folder, file), 'utf8');

/** The packages in a lock, such as `numpy==1.26.4`. */
const packagesIn = (folder: string): string[] =>
  [...parseLock(read(folder), 'f').packages].map(([name, { version }]) => `${name}==${version}`);

/** The message of a run that fails. Checks that the folder and its files stay as they are. */
async function errorOf(files: Record<string, string>, ...args: string[]): Promise<string> {
  const folder = folderWith(files);
  const { status, stdout, stderr } = await lock(folder, ...args);
  expect([status, stdout]).toEqual([2, '']);
  const names = fs.readdirSync(folder, { encoding: 'utf8' });
  expect(Object.fromEntries(names.map((name) => [name, read(folder, name)]))).toEqual(files);
  return stderr;
}

test('the lock contains the versions and hashes of all packages', async () => {
  const folder = folderWith({ 'requirements.txt': 'paint\narrays\n' });
  expect(await lock(folder)).toEqual({
    status: undefined,
    stdout: 'requirements.lock.txt: 3 packages for Python 3.10; of the image: numpy==1.26.4',
    stderr: '',
  });
  const [title, target, ...lines] = read(folder).split('\n');
  expect(title).toBe(
    '# The Python packages of a Triton model, with hashes. Written by: npx cdk-sagemaker-triton lock-packages requirements.txt --release 24.09',
  );
  expect(JSON.parse(target.replace('# lock: ', ''))).toEqual({
    format: 1,
    python: '3.10',
    platform: 'x86_64-manylinux_2_35',
    release: '24.09',
    imagePackages: ['numpy==1.26.4'],
    requirements: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(lines.filter((line) => !/^ {4}/.test(line))).toEqual([
    'arrays==1.0 \\',
    'colors==1.0 \\',
    'numpy==1.26.4 \\',
    'paint==1.0 \\',
    '',
  ]);
  expect(lines.filter((line) => /^ {4}--hash=sha256:[0-9a-f]{64}$/.test(line))).toHaveLength(4);
  // The text does not depend on the folder and on the time.
  const other = folderWith({ 'requirements.txt': 'paint\r\narrays\r\n' });
  await lock(other);
  expect(read(other)).toBe(read(folder));
});

test('versions in the lock are kept without --upgrade', async () => {
  const folder = folderWith({ 'requirements.txt': 'paint\n' });
  await lock(folder);
  writeWheels(wheels, [{ package: 'colors 2.0' }, { package: 'brush 1.0' }]);
  fs.appendFileSync(path.join(folder, 'requirements.txt'), 'brush\n');
  await lock(folder);
  expect(packagesIn(folder)).toEqual(['brush==1.0', 'colors==1.0', 'paint==1.0']);
  await lock(folder, 'requirements.txt', '--upgrade');
  expect(packagesIn(folder)).toEqual(['brush==1.0', 'colors==2.0', 'paint==1.0']);
});

test('the lock of a requirements file has the name of the file', async () => {
  const folder = folderWith({ 'gpu.in': 'colors\n' });
  expect((await lock(folder, 'gpu.in')).stdout).toBe('gpu.lock.txt: 1 package for Python 3.10');
});

test("the name of the file is in the lock as it is, also $', which means the rest of a text to JavaScript", async () => {
  const folder = folderWith({ "$'.txt": 'colors\n' });
  await lock(folder, "$'.txt");
  expect(read(folder, "$'.lock.txt")).toContain("# via -r $'.txt\n");
});

test('--python and --image-package lock packages for an image of the user', async () => {
  const folder = folderWith({ 'requirements.txt': 'newarrays\npaint\n' });
  const options = ['--python', '3.12', '--image-package', 'Colors==1.0', '--image-package', 'numpy'];
  expect(await lock(folder, 'requirements.txt', ...options)).toEqual({
    status: undefined,
    stdout: 'requirements.lock.txt: 2 packages for Python 3.12; of the image: Colors==1.0, numpy',
    stderr: '',
  });
  const { release, platform, packages } = parseLock(read(folder), 'f');
  expect([release, platform]).toEqual([undefined, 'x86_64-manylinux_2_28']);
  expect([...packages].filter(([, { isOfImage }]) => isOfImage).map(([name]) => name)).toEqual(['colors', 'numpy']);
  expect(read(folder)).toContain(
    'lock-packages requirements.txt --python 3.12 --image-package Colors==1.0 --image-package numpy\n',
  );
});

describe('a project', () => {
  const PROJECT = '[project]\nname = "app"\nversion = "1"\nrequires-python = ">=3.8"\ndependencies = ["paint"]\n';

  test('without uv.lock has the newest versions', async () => {
    const folder = folderWith({ 'pyproject.toml': PROJECT });
    writeWheels(wheels, [{ package: 'colors 2.0' }]);
    expect((await lock(folder, 'pyproject.toml')).stdout).toBe('requirements.lock.txt: 2 packages for Python 3.10');
    expect(packagesIn(folder)).toEqual(['colors==2.0', 'paint==1.0']);
  });

  test('with uv.lock has its versions, also with --upgrade', async () => {
    const folder = folderWith({ 'pyproject.toml': PROJECT });
    const { status, stderr } = spawnSync('uv', ['lock', '--python', '>=3'], { cwd: folder, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, expect.anything()]);
    writeWheels(wheels, [{ package: 'colors 2.0' }]);
    await lock(folder, 'pyproject.toml', '--upgrade');
    expect(packagesIn(folder)).toEqual(['colors==1.0', 'paint==1.0']);
    const { requirements } = parseLock(read(folder), 'f');
    fs.appendFileSync(path.join(folder, 'uv.lock'), '\n');
    await lock(folder, 'pyproject.toml');
    expect(parseLock(read(folder), 'f').requirements).not.toBe(requirements);
  });
});

test('packages and constraints of included files below the folder are locked', async () => {
  const folder = folderWith({
    'requirements.txt': '-r lists/base.txt\n',
    'lists/base.txt': '-c "limits.txt"\npaint\n',
    'lists/limits.txt': '-r more.txt\n',
    'lists/more.txt': 'colors<2\nbrush\n',
  });
  writeWheels(wheels, [{ package: 'colors 2.0' }]);
  expect((await lock(folder)).stderr).toBe('');
  expect(packagesIn(folder)).toEqual(['colors==1.0', 'paint==1.0']);
});

describe('a line of a requirements file', () => {
  test.each([
    ['Paint', 'colors==2.0 paint==1.0'],
    ['paint[oil]', 'brush==1.0 colors==2.0 paint==1.0'],
    ['colors <2, >=1', 'colors==1.0'],
    ['colors (~=1.0)', 'colors==1.0'],
    ['brush>=2.0rc1', 'brush==2.0rc1'],
    ['colors ; python_version < "3.11"', 'colors==2.0'],
    ["colors ; (os_name == 'posix' and (python_version<'3.11'or sys_platform == 'win32'))", 'colors==2.0'],
    ['colors ; python_version > "3.11"', ''],
    ['colors ; "win" in sys_platform', ''],
    ['-c base.txt\npaint', 'colors==1.0 paint==1.0'],
    ['--requirement=base.txt', 'colors==1.0'],
    ['paint>=1 # comment', 'colors==2.0 paint==1.0'],
    ['paint\nPaint[oil]', 'brush==1.0 colors==2.0 paint==1.0'],
    ['\ufeffcolors', 'colors==2.0'],
  ])('%s has the meaning that it has for uv', async (lines, packages) => {
    writeWheels(wheels, [
      { package: 'colors 2.0' },
      { package: 'brush 1.0' },
      { package: 'brush 2.0rc1' },
      { package: 'paint 1.0', requires: ['colors', 'brush ; extra == "oil"'] },
    ]);
    const folder = folderWith({ 'requirements.txt': `${lines}\n`, 'base.txt': 'colors<2\n' });
    const target = [
      '--python',
      '>=3',
      '--system',
      '--python-version',
      '3.10',
      '--python-platform',
      'x86_64-manylinux_2_35',
    ];
    const options = ['--quiet', '--no-header', '--no-annotate', '--only-binary', ':all:', ...target];
    const { stdout } = spawnSync('uv', ['pip', 'compile', 'requirements.txt', ...options], { cwd: folder });
    expect((await lock(folder)).stderr).toBe('');
    expect(packagesIn(folder).join(' ')).toBe(packages);
    expect(String(stdout).trim().split('\n').join(' ')).toBe(packages);
  });

  const PACKAGES = 'allowed: a package of an index, with its versions. Build a wheel, and publish it to an index';
  const SHA384 = `colors==1.0 --hash=sha384:${'0'.repeat(96)}`;
  test.each([
    ['colors==', `got 'colors=='; ${PACKAGES}`],
    ['colors ; python_version', `got 'colors ; python_version'; ${PACKAGES}`],
    ['colors ; (os_name == "posix"', `got 'colors ; (os_name == "posix"'; ${PACKAGES}`],
    ['colors==${VERSION}', `got 'colors==${'${VERSION}'}'; ${PACKAGES}`],
    ['-e .', `got '-e .'; ${PACKAGES}`],
    ['--editable=.', `got '--editable=.'; ${PACKAGES}`],
    ['./colors', `got './colors'; ${PACKAGES}`],
    ['colors-1.0-py3-none-any.whl', `got 'colors-1.0-py3-none-any.whl'; ${PACKAGES}`],
    ['colors @ https://me:s3cret@host/x.whl', `got 'colors @ https://****@host/x.whl'; ${PACKAGES}`],
    ['git+https://host/colors', `got 'git+https://host/colors'; ${PACKAGES}`],
    ['colors==1.0 --no-binary colors', `got 'colors==1.0 --no-binary colors'; ${PACKAGES}`],
    ['colors ; os_name > "" --no-binary x', `got 'colors ; os_name > "" --no-binary x'; ${PACKAGES}`],
    ['colors \\\n  --no-binary=colors', `got 'colors    --no-binary=colors'; ${PACKAGES}`],
    [SHA384, `got '${SHA384}'; allowed: hashes such as --hash=sha256:0123…, with 64 digits in lower case`],
    [
      '--extra-index-url https://host',
      'got --extra-index-url; allowed: packages. Set UV_INDEX instead, which synthesis also reads',
    ],
    ['-ihttps://me:s3cret@host', 'got -i; allowed: packages. Set UV_DEFAULT_INDEX instead, which synthesis also reads'],
    ['-f wheels', 'got -f; allowed: packages. Set UV_FIND_LINKS instead, which synthesis also reads'],
    ['--pre', 'got --pre; allowed: packages. Set UV_PRERELEASE=allow instead, which synthesis also reads'],
    [
      '--no-index',
      'got --no-index; allowed: packages. Set no-index = true in the file that UV_CONFIG_FILE names instead, which synthesis also reads',
    ],
    ['--token s3cret', 'got --token; allowed: packages. Remove the option'],
  ])('%s is rejected', async (line, message) => {
    expect(await errorOf({ 'requirements.txt': `paint\n${line}\n` })).toBe(`error: requirements.txt: ${message}`);
  });
});

describe('given hashes', () => {
  const hashOf = (name: string): string =>
    createHash('sha256')
      .update(fs.readFileSync(path.join(wheels, name)))
      .digest('hex');
  const hashesIn = (folder: string): string[] =>
    [...read(folder).matchAll(/--hash=sha256:(\w+)/g)].map((each) => each[1]);
  let given: string;
  beforeEach(() => {
    writeWheels(wheels, [{ package: 'paint 1.0', requires: ['colors'], tag: 'cp310-none-any' }]);
    given = hashOf('paint-1.0-cp310-none-any.whl');
    // An index with hashes. Of a folder with wheels, uv reads only the wheel that it selects.
    const names = fs.readdirSync(wheels).filter((name) => name.endsWith('.whl'));
    const links = names.map((name) => [
      `${name.split('-')[0]}/index.html`,
      `<a href="file://${wheels}/${name}#sha256=${hashOf(name)}">${name}</a>`,
    ]);
    const index = folderWith({ 'uv.toml': '' });
    for (const [file, link] of links) {
      fs.mkdirSync(path.dirname(path.join(index, file)), { recursive: true });
      fs.appendFileSync(path.join(index, file), link);
    }
    process.env.UV_DEFAULT_INDEX = `file://${index}`;
    process.env.UV_CONFIG_FILE = path.join(index, 'uv.toml');
  });
  afterEach(() => {
    delete process.env.UV_DEFAULT_INDEX;
  });

  test('are those in the lock, also after a lock with other hashes', async () => {
    const folder = folderWith({ 'requirements.txt': 'paint\n' });
    await lock(folder);
    expect(hashesIn(folder)).toHaveLength(3);
    for (const hash of [given, hashOf('paint-1.0-py3-none-any.whl')]) {
      const lines = `paint==1.0 --hash=sha256:${'0'.repeat(64)} --hash=sha256:${hash}\n`;
      fs.writeFileSync(path.join(folder, 'requirements.txt'), lines);
      expect((await lock(folder)).stderr).toBe('');
      expect(hashesIn(folder)).toEqual([hashOf('colors-1.0-py3-none-any.whl'), hash]);
    }
  });

  test('of constraints and of requirements apply together, but not those of other versions', async () => {
    const [other, unknown] = [hashOf('paint-1.0-py3-none-any.whl'), '0'.repeat(64)];
    const folder = folderWith({
      'requirements.txt': `-c limits.txt\npaint==1.0 --hash=sha256:${given} --hash=sha256:${other}\npaint==2.0 ; python_version > "3.11" --hash=sha256:${unknown}\n`,
      'limits.txt': `paint --hash=sha256:${given}\n`,
    });
    expect((await lock(folder)).stderr).toBe('');
    expect(hashesIn(folder)).toContain(given);
    expect(hashesIn(folder)).not.toContain(other);
  });

  test('that the index does not have are an error', async () => {
    const hash = `--hash=sha256:${'0'.repeat(64)}`;
    expect(await errorOf({ 'requirements.txt': `paint==1.0 \\\n  ${hash}\n` })).toBe(
      `error: requirements.txt: got ${hash} for paint; allowed: a hash that the index has for paint==1.0, in each line of the package; correct the ` +
        'version or the hashes, or remove the hashes',
    );
  });
});

describe('no line of an included file is in the message, for', () => {
  const SECRETS = [
    'TOKEN=s3cret',
    's3cret@',
    'https://user:s3cret@host',
    '--s3cret',
    '-r s3cret',
    'key[s3 cret]',
    's3cret_',
    's3cret.whl',
    's3cret ; (os_name == "posix"',
    's3cret ; os_name == ("posix")',
  ];

  test.each(SECRETS)('the line %s', async (secret) => {
    const message = await errorOf({
      'requirements.txt': 'paint\n-r base.txt\n',
      'base.txt': '-c .env\n',
      '.env': `# c\n${secret}\n`,
    });
    expect(message).not.toMatch(/s3|TOKEN/);
    expect(message).toMatch(/^error: \.env: got line 2; allowed: /);
  });

  test('a word that is not in the index', async () => {
    expect(await errorOf({ 'requirements.txt': 'paint\n-r token.txt\n', 'token.txt': '\ns3cret\n' })).toBe(
      'error: token.txt: got line 2, a package that is not in the index; correct the name, or set the index in UV_INDEX',
    );
  });

  test.each(['/proc/self/environ', '../secret.txt', 'link.txt', 'linked/secret.txt', '/dev/zero'])(
    'the file %s outside of the folder',
    async (file) => {
      const parent = folderWith({ 'secret.txt': 's3cret\n', 'model/requirements.txt': `paint\n-c ${file}\n` });
      fs.symlinkSync('../secret.txt', path.join(parent, 'model/link.txt'));
      fs.symlinkSync('..', path.join(parent, 'model/linked'));
      const { stderr, status } = await lock(path.join(parent, 'model'));
      expect(status).toBe(2);
      expect(stderr).toBe(
        file === '/dev/zero'
          ? `error: requirements.txt: got '-c /dev/zero'; allowed: a file that exists`
          : `error: requirements.txt: got '-c ${file}' in line 2; allowed: a file below the folder of requirements.txt, also after resolving links; copy ` +
              'the file there, or list its packages in requirements.txt',
      );
    },
  );

  test('the previous lock, which contains an include for uv only', async () => {
    const folder = folderWith({ 'requirements.txt': 'paint\n', 'secret.txt': 's3cret value\n' });
    await lock(folder);
    const text = read(folder).replace(/(--hash=\S+)\n/, '$1 # x \\\n-r secret.txt\n');
    fs.writeFileSync(path.join(folder, 'requirements.lock.txt'), text);
    expect((await lock(folder)).stderr).toBe('');
  });

  test('a project that is not TOML', async () => {
    const message = await errorOf({ 'pyproject.toml': '[project]\nname = s3cret\n' }, 'pyproject.toml');
    expect(message).toBe('error: pyproject.toml: line 2 is not TOML; correct the line');
  });

  test('a requirements file that links to a different folder', async () => {
    const folder = folderWith({});
    fs.symlinkSync(
      path.join(folderWith({ 'secret.txt': '\ns3cret!\n' }), 'secret.txt'),
      path.join(folder, 'requirements.txt'),
    );
    expect((await lock(folder)).stderr).toMatch(
      /^error: got requirements\.txt, which links to .*; allowed: a file inside .*, so copy it there$/,
    );
  });
});

describe('nothing is written, and the message describes the fix, for', () => {
  test('a conflict with a package of the image', async () => {
    expect(await errorOf({ 'requirements.txt': 'newarrays\n' })).toBe(
      'error: requirements.txt: no version of a package fits: all versions of newarrays depend on numpy>=2 and numpy==1.26.4. numpy==1.26.4 is that ' +
        'of the image of Triton 24.09, which Python imports first: require versions that work with it, use a different release, or pack an ' +
        'environment of your own (EXECUTION_ENV_PATH)',
    );
    const options = ['requirements.txt', '--python', '3.10', '--image-package', 'numpy==1.26.4'];
    expect(await errorOf({ 'requirements.txt': 'newarrays\n' }, ...options)).toMatch(
      /\. numpy==1\.26\.4 is that of your image, which Python imports first: /,
    );
  });

  test('a package without a wheel', async () => {
    expect(await errorOf({ 'requirements.txt': 'windows\n' })).toBe(
      'error: requirements.txt: windows==1.0 has no wheel for Python 3.10 on x86_64-manylinux_2_35; require a version with a wheel, pack an environment ' +
        'of your own (EXECUTION_ENV_PATH), or use your own image',
    );
  });

  test('an unknown package', async () => {
    expect(await errorOf({ 'requirements.txt': 'unknown\n' })).toBe(
      'error: requirements.txt: unknown is not in the index; correct the name, or set the index in UV_INDEX',
    );
  });

  test.each(['http://127.0.0.1:9/${SECRET}/foo.whl', 'git+http://127.0.0.1:9/${SECRET}/repo.git'])(
    'a project with the URL %s, in which uv would replace variables',
    async (url) => {
      const project = `[project]\nname = "app"\nversion = "1"\ndependencies = ["foo @ ${url}"]\n`;
      expect(await errorOf({ 'pyproject.toml': project }, 'pyproject.toml')).toBe(
        `error: pyproject.toml: got 'foo @ ${url}'; allowed: a package of an index, with its versions. Build a wheel, and publish it to an index`,
      );
    },
  );

  test('more included files than 100', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 101 }, (_, index) => [`${index}.txt`, `-r ${index + 1}.txt\n`]),
    );
    const message = await errorOf({ 'requirements.txt': '-r0.txt\n', ...files });
    expect(message).toBe('error: 99.txt: got more than 100 files; allowed: at most 100');
  });

  test('a missing file', async () => {
    expect(await errorOf({})).toBe('error: requirements.txt does not exist');
    expect(await errorOf({ 'requirements.txt': '-r base.txt\n' })).toBe(
      "error: requirements.txt: got '-r base.txt'; allowed: a file that exists",
    );
  });

  test('a release whose Python is not known, and other invalid options', async () => {
    const files = { 'requirements.txt': 'colors\n' };
    expect(await errorOf(files, 'requirements.txt', '--release', '1.0')).toMatch(
      /^error: --release: got '1\.0', whose Python is not known; allowed: a release such as .*, or --python for your own image$/,
    );
    expect(await errorOf(files, 'requirements.txt', '--python', '3')).toBe(
      "error: --python: got '3'; allowed: a version such as 3.12",
    );
    for (const value of ['', '--upgrade', 'torch=', 'torch @ file:///torch', 'torch==2.7.1 --hash=x']) {
      expect(await errorOf(files, 'requirements.txt', `--image-package=${value}`)).toBe(
        `error: --image-package: got '${value}'; allowed: a package with its version, such as torch==2.7.1`,
      );
    }
  });

  test('a host without uv', async () => {
    const { PATH } = process.env;
    process.env.PATH = folderWith({});
    try {
      expect(await errorOf({ 'requirements.txt': 'colors\n' })).toBe(
        'error: requirements.txt: uv, which downloads packages that are not in the cache, is not installed; install it: ' +
          'https://docs.astral.sh/uv/getting-started/installation',
      );
    } finally {
      process.env.PATH = PATH;
    }
  });

  test('an existing file that is no lock', async () => {
    const message = await errorOf({ 'requirements.txt': 'colors\n', 'requirements.lock.txt': 'no lock at all\n' });
    expect(message).toBe(
      'error: requirements.lock.txt is not a file that this command wrote, so it is not replaced; rename it',
    );
  });
});
