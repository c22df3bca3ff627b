import { explain } from '../../../lib/model/python-packages/uv';
import { withoutSecrets } from '../../../lib/model/python-packages/without-secrets';

const TARGET = { python: '3.10', platform: 'x86_64-manylinux_2_35' };
const WAYS_OUT =
  'require a version with a wheel, pack an environment of your own (EXECUTION_ENV_PATH), or use your own image';

/** Messages of uv 0.13.9, with their explanations. */
const MESSAGES: Record<string, [string, string]> = {
  'a package without a wheel for the platform': [
    `error: No solution found when resolving dependencies
  cause: Because winonly==1.0 has no wheels with a matching platform tag (e.g., \`manylinux_2_35_x86_64\`) and only winonly==1.0 is available, we can conclude that all versions of winonly cannot be used.
         And because all versions of needswin depend on winonly and you require needswin, we can conclude that your requirements are unsatisfiable.

hint: Wheels are available for \`winonly\` (v1.0) on the following platform: \`win_amd64\`
`,
    `winonly==1.0 has no wheel for Python 3.10 on x86_64-manylinux_2_35; ${WAYS_OUT}`,
  ],
  'a package without a wheel for the Python': [
    `error: No solution found when resolving dependencies
  cause: Because sd==0.1 has no wheels with a matching Python implementation tag (e.g., \`cp310\`) and only sd==0.1 is available, we can conclude that all versions of sd cannot be used.
         And because you require sd, we can conclude that your requirements are unsatisfiable.

hint: You require CPython 3.10 (\`cp310\`), but we only found wheels for \`sd\` (v0.1) with the following Python implementation tag: \`py2\`
`,
    `sd==0.1 has no wheel for Python 3.10 on x86_64-manylinux_2_35; ${WAYS_OUT}`,
  ],
  'a conflict with a constraint': [
    `error: No solution found when resolving dependencies
  cause: Because all versions of needsnp depend on numpy>=2 and numpy==1.26.4, we can conclude that all versions of needsnp cannot be used.
         And because you require needsnp, we can conclude that your requirements are unsatisfiable.
`,
    'no version of a package fits: all versions of needsnp depend on numpy>=2 and numpy==1.26.4',
  ],
  'an unknown package': [
    `error: No solution found when resolving dependencies
  cause: Because nothere was not found in the package registry and you require nothere, we can conclude that your requirements are unsatisfiable.
`,
    'nothere is not in the index; correct the name, or set the index in UV_INDEX',
  ],
  'a requirement that cannot be parsed': [
    `error: Couldn't parse requirement in \`requirements.txt\` at position 0
  cause: Unexpected end of version specifier, expected version
         colors==
               ^^
`,
    "Couldn't parse requirement in `requirements.txt` at position 0: Unexpected end of version specifier, expected version colors==",
  ],
  'a different hash': [
    `error: Failed to download \`colors==1.0\`
  cause: Hash mismatch for \`colors==1.0\`

         Expected:
           sha256:040e690cbb91921ebbe2f85dcfe34688ebb4909d0f37d55684972d5dafa8a3d9

         Computed:
           sha256:85046189923b52eac37b59b754f89f1941c9d0b7c5f56df2e10d6dcb99995ae2
`,
    'colors==1.0 in the index has a different hash than in the lock; if the index is right, lock the packages again',
  ],
  'an index that rejects connections': [
    `error: Request failed after 3 retries in 8.1s
  cause: Failed to fetch: http://127.0.0.1:1/simple/colors/
  cause: error sending request for url (http://127.0.0.1:1/simple/colors/)
  cause: client error (Connect)
  cause: tcp connect error
  cause: Connection refused (os error 111)
`,
    'packages that are not in the cache cannot be downloaded from 127.0.0.1:1 (Connection refused (os error 111))',
  ],
  'a disabled network': [
    `error: No solution found when resolving dependencies
  cause: Because colors was not found in the cache and you require colors==1.0, we can conclude that your requirements are unsatisfiable.

hint: Packages were unavailable because the network was disabled. When the network is disabled, registry packages may only be read from the cache.
`,
    'packages that are not in the cache cannot be downloaded from the index (the network is disabled)',
  ],
  'a missing hash': [
    'error: In `--require-hashes` mode, all requirements must have a hash, but none were provided for: colors==1.0\n',
    'In `--require-hashes` mode, all requirements must have a hash, but none were provided for: colors==1.0',
  ],
  'an index with a password': [
    "error: invalid value 'https://user:s3cret@host:1:2/simple?token=s3cret' for '--default-index <DEFAULT_INDEX>': invalid port number\n",
    "this version of uv is too old (error: invalid value 'https://****@host:1:2/simple?****' for '--default-index <DEFAULT_INDEX>': invalid port number); update uv",
  ],
};

test.each(Object.entries(MESSAGES))('%s is explained', (_, [stderr, explanation]) => {
  expect(explain(stderr, TARGET)).toBe(explanation);
});

/** The same message with the prefixes of older releases of uv, which break lines at the width of the terminal. */
function inOlderFormat(stderr: string): string {
  const [title, ...causes] = stderr.trim().split(/\n\s*cause: /);
  const wrapped = causes.map((cause) => {
    const [first, ...others] = cause.split(/\s+/).reduce<string[]>((lines, word) => {
      const last = lines.at(-1);
      return last !== undefined && last.length + word.length < 60
        ? [...lines.slice(0, -1), `${last} ${word}`]
        : [...lines, word];
    }, []);
    return [`  ╰─▶ ${first}`, ...others.map((line) => `      ${line}`)].join('\n');
  });
  return [title.replace('error: ', '  × '), ...wrapped].join('\n');
}

const RESOLVED = [
  'a package without a wheel for the platform',
  'a conflict with a constraint',
  'an unknown package',
  'a disabled network',
];

test.each([...RESOLVED, 'a different hash'])(
  '%s is explained in messages of older releases with short lines',
  (name) => {
    const [stderr, explanation] = MESSAGES[name];
    const older = inOlderFormat(stderr);
    expect(older).toMatch(/^ {2}× .*\n {2}╰─▶ .*\n {6}/);
    expect(explain(older, TARGET)).toBe(explanation);
  },
);

test('the innermost of several causes explains why an index cannot be reached', () => {
  const stderr = `  × Request failed after 3 retries
  ├─▶ Failed to fetch: \`https://pypi.org/simple/colors/\`
  ├─▶ error sending request for url (https://pypi.org/simple/colors/)
  │   that was retried
  ├─▶ client error (Connect)
  ╰─▶ tls handshake eof
  hint: check the proxy
`;
  expect(explain(stderr, TARGET)).toBe(
    'packages that are not in the cache cannot be downloaded from pypi.org (tls handshake eof)',
  );
});

test.each([
  ['https://user:pass@host/simple', 'https://****@host/simple'],
  ["https://user:p'a/ss@host/x failed", 'https://****@host/x failed'],
  ["(https://host/x?token=abc')", "(https://host/x?****')"],
  ['git+https://github.com/a/b@v1#egg=c', 'git+https://github.com/a/b@v1#egg=c'],
  ['https://host:8080/foo@1.0/', 'https://host:8080/foo@1.0/'],
])('credentials in a URL are hidden, and nothing else: %s', (text, hidden) => {
  expect(withoutSecrets(text)).toBe(hidden);
});

test('the time to hide credentials grows linearly', () => {
  const long = '://'.repeat(300_000);
  expect(withoutSecrets(long)).toBe(long);
});
