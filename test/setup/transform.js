// Jest compiles all TypeScript files with this module: the tests, and the source files that they load. Jest loads this module before it can
// compile TypeScript, so the module is JavaScript.
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { transformSync, version } = require('esbuild');

const OPTIONS = {
  format: 'cjs',
  loader: 'ts',
  sourcemap: 'external',
  supported: { 'dynamic-import': false }, // converts `import()` to `require()`, so that the modules of the worker are used
  target: 'node20',
};

exports.process = (source, file) => {
  const { code, map } = transformSync(source, { ...OPTIONS, sourcefile: file });
  return { code, map };
};
const COMPILER_KEY = [version, readFileSync(__filename)].join();
exports.getCacheKey = (source, file) =>
  createHash('sha256').update([COMPILER_KEY, file, source].join('\0')).digest('hex');
