import childProcess from 'child_process';
import { gunzipSync, gzipSync } from 'zlib';
import { ValidateOptions } from '../../lib/model-config';
import { TritonModel } from '../../lib/model';
import { environmentPath } from '../../lib/model/files/python-source';
import { folderWith } from './folders';
import { ArchiveEntry, archiveOf, packedEnvironment } from './python-environment-files';

type Files = Record<string, string | Buffer>;

/** Findings about the environment of a Python model. */
function findings(path: string, files: Files, options: ValidateOptions = { tritonRelease: '24.09' }): string[] {
  const parameter = `parameters { key: "EXECUTION_ENV_PATH" value { string_value: "${path}" } }`;
  const folder = folderWith({
    'config.pbtxt': `name: "m" backend: "python" ${parameter}`,
    '1/model.py': 'x',
    ...files,
  });
  return TritonModel.fromDirectory(folder)
    .validate(options)
    .map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`);
}

/** Findings about an archive as the environment. */
const findingsOf = (content: string | Buffer, files: Files = {}, options?: ValidateOptions) =>
  findings('$$TRITON_MODEL_DIRECTORY/env.tar.gz', { 'env.tar.gz': content, ...files }, options);

const link = (path: string, linkpath: string, type: 'Link' | 'SymbolicLink' = 'Link'): ArchiveEntry => ({
  path,
  linkpath,
  type,
});

describe('the path of a Python environment', () => {
  const files = { 'env.tar.gz': packedEnvironment('3.10'), 'env/bin/activate': 'x' };

  test.each(['env.tar.gz', './env.tar.gz', '$TRITON_MODEL_DIRECTORY/env.tar.gz'])(
    'must not be relative: %s',
    (path) => {
      const advice = `got '${path}', a path in /opt/tritonserver, the working directory of the server, and not in the model's folder; set '$$TRITON_MODEL_DIRECTORY/env.tar.gz'`;
      expect(findings(path, files)).toContain(`error py.env-path: ${advice}`);
      // The working directory of a custom image is not known.
      expect(findings(path, files, { tritonRelease: '24.09', customImage: true })).toContain(
        `warning py.env-path: ${advice}`,
      );
    },
  );

  test('must not have text before the placeholder, which Triton replaces incorrectly', () => {
    expect(findings('/$$TRITON_MODEL_DIRECTORY/env.tar.gz', { 'env.tar.gz': packedEnvironment('3.10') })).toEqual([
      "error py.env-path: got '/$$TRITON_MODEL_DIRECTORY/env.tar.gz', which is outside the model's folder; allowed: $$TRITON_MODEL_DIRECTORY/<file>",
    ]);
  });

  test("can be in the folder of a model whose name contains $', which means the rest of a text to JavaScript", () => {
    expect(environmentPath('$$TRITON_MODEL_DIRECTORY/env.tar.gz', "a$'b")).toBe('env.tar.gz');
  });

  test('must not end with a slash if it is a file', () => {
    expect(findings('$$TRITON_MODEL_DIRECTORY/env.tar.gz/', { 'env.tar.gz': packedEnvironment('3.10') })).toEqual([
      expect.stringMatching(/^error py.env-path: .* has no folder env.tar.gz; add it/),
    ]);
    expect(findings('$$TRITON_MODEL_DIRECTORY/env/', { 'env/bin/activate': 'x' })).toEqual([]);
  });

  test('can be relative to the working directory of the server', () => {
    expect(findings('../ml/model/m/env.tar.gz', { 'env.tar.gz': packedEnvironment('3.10') })).toEqual([]);
    expect(findings('../ml/model/m/none.tar.gz', {})).toEqual([
      expect.stringMatching(/^error py.env-path: .* has no none/),
    ]);
  });

  test.each(['s3://bucket/env.tar.gz', '/home/user/env.tar.gz'])(
    'results in a warning if it is not part of the model: %s',
    (path) => {
      expect(findings(path, {})).toEqual([expect.stringMatching(/^warning py.env-path: .*not part of the model/)]);
    },
  );

  test('can be a folder, since Triton 23.07', () => {
    const folder = { 'env/bin/activate': 'x' };
    expect(findings('$$TRITON_MODEL_DIRECTORY/env', folder)).toEqual([]);
    expect(findings('$$TRITON_MODEL_DIRECTORY/env', folder, { tritonRelease: '23.03' })).toEqual([
      "error py.env-path: got the folder '$$TRITON_MODEL_DIRECTORY/env' with Triton 23.03, which only unpacks archives; pack the environment as a .tar.gz file, or use Triton 23.07 or newer",
    ]);
    expect(
      findings(
        '$$TRITON_MODEL_DIRECTORY/env.tar.gz',
        { 'env.tar.gz': archiveOf('bin/activate') },
        { tritonRelease: '23.03' },
      ),
    ).toEqual([]);
  });

  test('can contain the placeholder since Triton 21.09', () => {
    const oldest = { tritonRelease: '21.08' };
    const archive = { 'env.tar.gz': archiveOf('bin/activate') };
    expect(findings('$$TRITON_MODEL_DIRECTORY/env.tar.gz', archive, oldest)).toEqual([
      "error py.env-path: got '$$TRITON_MODEL_DIRECTORY/env.tar.gz' with Triton 21.08, which does not replace $$TRITON_MODEL_DIRECTORY; set '/opt/ml/model/m/env.tar.gz'",
    ]);
    expect(findings('/opt/ml/model/m/env.tar.gz', archive, oldest)).toEqual([]);
  });

  test('can be the folder of the model', () => {
    expect(findings('$$TRITON_MODEL_DIRECTORY', { 'bin/activate': 'x' })).toEqual([
      expect.stringMatching(/^warning repo.version-dir: .*'bin'/),
    ]);
    expect(findings('$$TRITON_MODEL_DIRECTORY', {})).toEqual([
      expect.stringMatching(/^error py.env-content: .*without bin\/activate/),
    ]);
  });
});

describe('the content of a Python environment', () => {
  test.each<[string, string | Buffer]>([
    ['an empty file', ''],
    ['a text', 'see the README for the environment'],
    ['a zip archive', Buffer.from('504b0304140000000000', 'hex')],
    ['a tar archive with bzip2', Buffer.from('425a6839314159265359', 'hex')],
    ['a tar archive with xz', Buffer.from('fd377a585a000004', 'hex')],
  ])('must be a tar archive with gzip, not %s', (_, content) => {
    const spawn = jest.spyOn(childProcess, 'spawnSync');
    expect(findingsOf(content)).toEqual([
      'error py.env-content: got env.tar.gz, which is no tar archive with gzip, the only format that Triton unpacks; pack the environment again, for example with conda-pack',
    ]);
    // A few kilobytes with bzip2 can contain gigabytes.
    expect(spawn).not.toHaveBeenCalled();
    spawn.mockRestore();
  });

  test('can be a tar archive without compression, whatever its name', () => {
    expect(findingsOf(gunzipSync(archiveOf('bin/activate')))).toEqual([]);
  });

  test('must have bin/activate at the top', () => {
    const code = { '1/model.py': 'import pandas\nclass TritonPythonModel: ...' };
    const inFolder = archiveOf('myenv/bin/activate', 'myenv/lib/python3.10/site-packages/pandas/__init__.py');
    expect(findingsOf(inFolder, code)).toEqual([
      'error py.env-content: got env.tar.gz with myenv/bin/activate; Triton runs bin/activate at the top of the environment: pack the content of the folder myenv, ' +
        'for example with tar -czf env.tar.gz -C myenv .',
    ]);
    const content = ['lib/python3.10/os.py', 'lib/python3.10/site-packages/tool/bin/activate'];
    const missing =
      'got env.tar.gz without bin/activate, which Triton runs; pack the environment with conda-pack, which adds the file';
    expect(findingsOf(archiveOf(...content), code)).toEqual([`error py.env-content: ${missing}`]);
    expect(findingsOf(archiveOf('Scripts/activate'))).toEqual([`error py.env-content: ${missing}`]);
    expect(findings('$$TRITON_MODEL_DIRECTORY/env', { 'env/lib/python3.10/os.py': 'x' })).toEqual([
      expect.stringContaining('error py.env-content: got env without bin/activate'),
    ]);
  });

  test.each<[string, ArchiveEntry[]]>([
    ['at the top', ['./bin/activate']],
    ['as a link', ['bin/activate.sh', link('bin/activate', 'activate.sh', 'SymbolicLink')]],
    ['in a folder that is a link', ['tools/activate', link('bin', 'tools', 'SymbolicLink')]],
  ])('can have bin/activate %s', (_, entries) => {
    expect(findingsOf(archiveOf(...entries))).toEqual([]);
  });

  test.each<[string, ArchiveEntry[], string]>([
    [
      'is missing',
      ['bin/python3.10', link('bin/python3', 'bin/python3.10'), link('bin/broken', 'bin/nowhere')],
      'bin/nowhere',
    ],
    ['is after the link', [link('bin/broken', './bin/python3.10'), 'bin/python3.10'], 'bin/python3.10'],
  ])('must not have a hard link whose target %s', (_, entries, target) => {
    expect(findingsOf(archiveOf('bin/activate', ...entries))).toEqual([
      `error py.env-content: got env.tar.gz, whose hard link bin/broken has the target ${target}, which is not before it in the archive, so Triton cannot unpack it; ` +
        'pack the whole environment again',
    ]);
  });

  test('can have hard links to files before them', () => {
    const entries = [link('bin/a', './bin/python 3'), link('bin/b', 'bin/../bin/a'), link('bin/c', '/bin/sh')];
    const inLink = [
      link('lib64', 'lib', 'SymbolicLink'),
      'lib/x',
      link('lib/y', 'lib64/x'),
      link('bin/d', 'none', 'SymbolicLink'),
    ];
    expect(
      findingsOf(archiveOf('bin/activate', 'bin/python 3', ...entries, ...inLink, link('bin/e', 'bin/d'))),
    ).toEqual([]);
  });

  test('is not checked if the archive cannot be listed', () => {
    expect(findingsOf(gzipSync('text'.repeat(1000)))).toEqual([]);
  });
});

describe('the platform of a Python environment', () => {
  const environmentFor = (platform: string, python = '3.10') =>
    archiveOf('bin/activate', `lib/python${python}/site-packages/numpy/core/_multiarray.cpython-310-${platform}.so`);

  test.each([
    ['darwin', 'macOS'],
    ['aarch64-linux-gnu', 'aarch64-linux-gnu'],
  ])('must not be %s', (platform, name) => {
    expect(findingsOf(environmentFor(platform))).toEqual([
      `error py.env-platform: got env.tar.gz with extension modules for ${name}, which Python on Linux (x86_64) does not load: create and pack the environment on ` +
        'Linux (x86_64)',
    ]);
    expect(findingsOf(environmentFor(platform), {}, { tritonRelease: '24.09', customImage: true })).toEqual([
      expect.stringMatching(/^warning py.env-platform/),
    ]);
    // Python does not search an environment of a different version, so the model loads.
    expect(findingsOf(environmentFor(platform, '3.9'))).toEqual([
      expect.stringMatching(/^warning py.env-platform/),
      expect.stringMatching(/^warning py.env-python/),
    ]);
  });

  test('can be Linux on x86_64', () => {
    expect(findingsOf(environmentFor('x86_64-linux-gnu'))).toEqual([]);
  });

  const environmentWith = (library: string, python = '3.10') =>
    archiveOf(
      'bin/activate',
      `lib/python${python}/os.py`,
      `lib/${library}`,
      link('lib/libstdc++.so.6', library, 'SymbolicLink'),
    );

  test('must have a libstdc++ that is new enough for the stub', () => {
    expect(findingsOf(environmentWith('libstdc++.so.6.0.29'))).toEqual([
      'error py.env-platform: got env.tar.gz with libstdc++.so.6.0.29, which triton_python_backend_stub loads, but it requires GLIBCXX_3.4.30: install libstdcxx-ng=12 ' +
        'of conda-forge before you pack the environment',
    ]);
    expect(findingsOf(environmentWith('libstdc++.so.6.0.30'))).toEqual([]);
    const newest = { tritonRelease: '26.05' };
    expect(findingsOf(environmentWith('libstdc++.so.6.0.30', '3.12'), {}, newest)).toEqual([
      expect.stringMatching(/^error py.env-platform: .* requires GLIBCXX_3\.4\.32: install libstdcxx-ng=13/),
    ]);
    expect(findingsOf(environmentWith('libstdc++.so.6.0.34', '3.12'), {}, newest)).toEqual([]);
    // The library is not known, or not loaded.
    expect(findingsOf(environmentWith('libstdc++.so.6.0.28', '3.8'), {}, { tritonRelease: '22.12' })).toEqual([]);
    expect(findingsOf(archiveOf('bin/activate', 'lib/libstdc++.so.6.0.28'))).toEqual([]);
  });

  test('must have a libstdc++ that is new enough for a stub in the model’s folder', () => {
    const stub = 'libpython3.9.so.1.0 GLIBCXX_3.4.9 GLIBCXX_3.4.28 GLIBCXX_3.4.26';
    const environment = (version: number) => environmentWith(`libstdc++.so.6.0.${version}`, '3.9');
    expect(findingsOf(environment(27), { triton_python_backend_stub: stub })).toEqual([
      expect.stringMatching(/^error py.env-platform: .*requires GLIBCXX_3\.4\.28: install libstdcxx-ng of conda-forge/),
    ]);
    expect(findingsOf(environment(28), { triton_python_backend_stub: stub })).toEqual([]);
  });
});
