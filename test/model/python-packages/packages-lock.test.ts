import fc from 'fast-check';
import { formatLock, LockTarget, parseLock, requirementsOf } from '../../../lib/model/python-packages/packages-lock';
import { nameOfRequirement, parseRequirement } from '../../../lib/model/python-packages/requirements';
import { PythonPackagesError } from '../../../lib/model/python-packages/python-packages-error';

const TARGET: LockTarget = {
  python: '3.10',
  platform: 'x86_64-manylinux_2_35',
  release: '24.09',
  imagePackages: ['numpy==1.26.4', 'pip>=24.0,<=24.2'],
  requirements: 'a'.repeat(64),
};

const HASHES = [1, 2].map((digit) => `--hash=sha256:${String(digit).repeat(64)}`);

test('a lock is a requirements file with the target in a comment', () => {
  const requirements = [
    'numpy==1.26.4 \\',
    `    ${HASHES[0]}`,
    '    # via paint',
    'paint[oil,water]==1.0+local \\',
    `    ${HASHES[0]} \\`,
    `    ${HASHES[1]}`,
    '    # via -r requirements.txt',
    '',
  ].join('\n');
  const text = formatLock(TARGET, 'command', requirements);
  const lock = parseLock(text, 'requirements.lock.txt');
  expect(lock).toMatchObject(TARGET);
  expect([...lock.packages]).toEqual([
    ['numpy', { version: '1.26.4', isOfImage: true, requirement: `numpy==1.26.4 \\\n    ${HASHES[0]}` }],
    [
      'paint',
      {
        version: '1.0+local',
        isOfImage: false,
        requirement: `paint[oil,water]==1.0+local \\\n    ${HASHES[0]} \\\n    ${HASHES[1]}`,
      },
    ],
  ]);
  expect(requirementsOf(lock)).toBe(`paint[oil,water]==1.0+local \\\n    ${HASHES[0]} \\\n    ${HASHES[1]}\n`);
  expect(requirementsOf(lock, true)).toMatch(/^numpy==1\.26\.4 [^]*\npaint/);
});

test.each([
  ['another format', { format: 2, ...TARGET }],
  ['an option as the Python', { format: 1, ...TARGET, python: '--help' }],
  ['an option as the platform', { format: 1, ...TARGET, platform: '--help' }],
  ['a command as the release', { format: 1, ...TARGET, release: '24.09; rm -r .' }],
  ['packages of the image that are no text', { format: 1, ...TARGET, imagePackages: [1] }],
  ['no packages of the image', { format: 1, ...TARGET, imagePackages: undefined }],
  ['a list', []],
  ['nothing', null],
])('a lock with %s in the target is rejected', (_, target) => {
  expect(() => parseLock(`# lock: ${JSON.stringify(target)}\n`, 'the.lock.txt')).toThrow(
    new PythonPackagesError(
      "the.lock.txt has no line '# lock: …' of this version of the library; run npx cdk-sagemaker-triton lock-packages again",
    ),
  );
});

test.each([
  '--index-url https://evil.example',
  '-e .',
  'paint @ https://evil.example/paint.whl',
  './paint.whl',
  'paint',
  'paint==1.0',
  `paint==1.0 ${HASHES[0]} --no-binary paint`,
  `paint==1.0 ; python_version > "3" --no-binary paint ${HASHES[0]}`,
  `paint==1.0 ${HASHES[0]} -r /etc/passwd`,
])('the line %s is rejected', (line) => {
  expect(() => parseLock(formatLock(TARGET, 'command', line), 'the.lock.txt')).toThrow(
    new PythonPackagesError(
      `the.lock.txt: got '${line}'; allowed: a package with an exact version and its hashes; run npx cdk-sagemaker-triton lock-packages again`,
    ),
  );
});

const name = fc.stringMatching(/^[a-zA-Z0-9]([a-zA-Z0-9._-]{0,10}[a-zA-Z0-9])?$/);
const version = fc.stringMatching(/^\d{1,3}(\.\d{1,3}){0,3}(rc\d)?(\+[a-z]{1,4})?$/);
const hashes = fc.array(fc.stringMatching(/^--hash=sha256:[0-9a-f]{64}$/), { minLength: 1, maxLength: 3 });
const comment = fc.constantFrom('', '    # via paint\n', '    # via\n    #   paint\n    #   -r requirements.txt\n');
const lockedPackage = fc.record({ name, version, hashes, comment });
const target: fc.Arbitrary<LockTarget> = fc.record(
  {
    python: fc.constantFrom('3.8', '3.10', '3.12'),
    platform: fc.constantFrom('x86_64-manylinux_2_31', 'x86_64-manylinux_2_35'),
    release: fc.constantFrom('22.05', '24.09', '26.05'),
    imagePackages: fc.array(fc.tuple(name, version).map(([each, exact]) => `${each}==${exact}`)),
    requirements: fc.stringMatching(/^[0-9a-f]{64}$/),
  },
  { requiredKeys: ['python', 'platform', 'imagePackages', 'requirements'] },
);

test('every written lock is read as it was written, with any line endings', () => {
  const selector = (each: { name: string }): string => nameOfRequirement(each.name);
  fc.assert(
    fc.property(
      target,
      fc.uniqueArray(lockedPackage, { selector }),
      fc.constantFrom('\n', '\r\n'),
      (lockTarget, packages, lineEnding) => {
        const requirements = packages.map(
          (each) => `${each.name}==${each.version} \\\n    ${each.hashes.join(' \\\n    ')}\n${each.comment}`,
        );
        const text = formatLock(lockTarget, 'command', requirements.join(''));
        const { packages: parsed, ...parsedTarget } = parseLock(text.replaceAll('\n', lineEnding), 'f');
        expect(parsedTarget).toEqual({ release: undefined, ...lockTarget });
        const imageNames = lockTarget.imagePackages.map(nameOfRequirement);
        expect([...parsed].map(([key, each]) => [key, each.version, each.isOfImage])).toEqual(
          packages.map((each) => [selector(each), each.version, imageNames.includes(selector(each))]),
        );
        for (const each of packages) {
          expect(parsed.get(selector(each))?.requirement.match(/--hash=\S+/g)).toEqual(each.hashes);
        }
      },
    ),
  );
});

test('any other text is read as a lock, or rejected with an error for users', () => {
  const line = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json().map((json) => `# lock: ${json}`),
    fc.constant(formatLock(TARGET, 'command', '')),
    fc.constantFrom('numpy==1 \\', '\\', 'a[==1', '==', '# lock: null', '# lock: {"format":1}', '    # via', '-r x'),
  );
  let count = 0;
  fc.assert(
    fc.property(fc.array(line), fc.constantFrom('\n', '\r\n', '\r'), (lines, lineEnding) => {
      try {
        requirementsOf(parseLock(lines.join(lineEnding), 'f'), true);
        count++;
      } catch (error) {
        expect(error).toBeInstanceOf(PythonPackagesError);
        expect((error as Error).message).toMatch(/^f(?: has no line|: got ')/);
      }
    }),
    { numRuns: 500 },
  );
  expect(count).toBeGreaterThan(0);
});

test.each([
  'paint',
  'Paint_Oil.2',
  'paint[oil, water-color]>=1.0,<2,!=1.3.*',
  'paint~=1.0rc1',
  'paint==1!2.0.post1.dev3',
  'paint ; python_version < "3.9"',
  "paint==1.0 ; (sys_platform == 'linux' and platform_machine != 'arm64') or extra == 'oil'",
  'paint ; os.name == "posix" and sys.platform not in "win32 cygwin"',
])('the requirement %s is accepted as it is', (line) => {
  expect(parseRequirement(line)).toMatchObject({ specification: line, hashes: [] });
});
