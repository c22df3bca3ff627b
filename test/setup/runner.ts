import asyncHooks from 'node:async_hooks';
import Module from 'node:module';
import type { JestEnvironment } from '@jest/environment';
import type { TestResult } from '@jest/test-result';
import { createScriptTransformer } from '@jest/transform';
import type { Config } from '@jest/types';
import type Runtime from 'jest-runtime';
import { freeConstructs, recordTokensOfModules } from './free-constructs';

type TestRunner = (
  globalConfig: Config.GlobalConfig,
  config: Config.ProjectConfig,
  environment: JestEnvironment,
  runtime: Pick<Runtime, 'requireModule' | 'requireInternalModule' | 'getSourceMaps'>,
  file: string,
  ...rest: unknown[]
) => Promise<TestResult>;

const runWithCircus: TestRunner = require('jest-circus/runner').default; // the package has no types for this file

/** Paths of the source maps of all modules that this worker loaded. For the current test file, Jest reads paths from `sourceMapsOfFile`. */
const sourceMaps = new Map<string, string>();
let sourceMapsOfFile = sourceMaps;
let isCompilerInstalled = false;
const storages: asyncHooks.AsyncLocalStorage<unknown>[] = [];
const loader = Module as unknown as {
  _resolveFilename(request: string, parent: NodeJS.Module | undefined, ...rest: unknown[]): string;
};

/**
 * Runs a test file with Jest's default runner. However, Node.js loads the modules, only once for each worker. Jest would load aws-cdk-lib
 * again for each file, which takes longer than most tests.
 */
const run: TestRunner = async (globalConfig, config, environment, runtime, file, ...rest) => {
  if (!isCompilerInstalled) await compileTypeScript(config);
  if (!isCompilerInstalled) recordTokensOfModules((path) => path.endsWith('.test.ts'));
  isCompilerInstalled = true;
  sourceMapsOfFile = runtime.getSourceMaps() as Map<string, string>; // Jest also adds source maps to this map
  for (const [path, map] of sourceMaps) sourceMapsOfFile.set(path, map);

  const isWatching = globalConfig.watch || globalConfig.watchAll;
  unloadModules((path) => path === file || (isWatching && !path.includes('/node_modules/')));
  runtime.requireModule = load;
  runtime.requireInternalModule = (path) => {
    unloadModules((loaded) => loaded === path); // the module contains state of the previous test file
    return loadWithStorages(path);
  };
  Error.stackTraceLimit = 10; // aws-cdk-lib creates many errors to read the stack, which is slow with Jest's 100 frames
  // No `await`, because it would add this function to each stack trace.
  return runWithCircus(globalConfig, config, environment, runtime, file, ...rest).finally(() => {
    for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
      const isFromCircus = ['JEST_STATE_SYMBOL', 'EVENT_HANDLERS'].includes(symbol.description ?? '');
      if (isFromCircus) Reflect.deleteProperty(globalThis, symbol);
    }
    for (const storage of storages.splice(0)) storage.disable();
    unloadModules((path) => path === file);
    module.children = []; // refers to the unloaded modules
    freeConstructs();
  });
};
export default run;

async function compileTypeScript(config: Config.ProjectConfig): Promise<void> {
  const transformer = await createScriptTransformer(config);
  require.extensions['.ts'] = (module, path) => {
    const { code, sourceMapPath } = transformer.transform(path, {
      collectCoverage: false,
      collectCoverageFrom: [],
      coverageProvider: 'v8',
      supportsDynamicImport: false,
      supportsExportNamespaceFrom: false,
      supportsStaticESM: false,
      supportsTopLevelAwait: false,
    });
    if (sourceMapPath) for (const maps of [sourceMaps, sourceMapsOfFile]) maps.set(path, sourceMapPath);
    (module as NodeJS.Module & { _compile(code: string, path: string): void })._compile(code, path);
  };
  // Node.js tries the extensions in the order of this object: `./versions` must load versions.ts, even if versions.json exists.
  const { '.json': json } = require.extensions;
  Reflect.deleteProperty(require.extensions, '.json');
  require.extensions['.json'] = json;
  // In TypeScript, `import('./versions.js')` refers to versions.ts.
  const resolve = loader._resolveFilename;
  loader._resolveFilename = (request, parent, ...rest) => {
    const sourceRequest =
      request.startsWith('.') && parent?.filename?.endsWith('.ts') ? request.replace(/\.js$/, '') : request;
    return resolve(sourceRequest, parent, ...rest);
  };
}

function load<T>(path: string): T {
  const loaded = require(path);
  return loaded;
}

/** Loads a module of Jest. Records its `AsyncLocalStorage` objects, which slow down each promise until they are disabled. */
function loadWithStorages<T>(path: string): T {
  const { AsyncLocalStorage } = asyncHooks;
  asyncHooks.AsyncLocalStorage = class<V> extends AsyncLocalStorage<V> {
    constructor() {
      super();
      storages.push(this);
    }
  };
  try {
    return load(path);
  } finally {
    asyncHooks.AsyncLocalStorage = AsyncLocalStorage;
  }
}

function unloadModules(condition: (path: string) => boolean): void {
  for (const path of Object.keys(require.cache)) if (condition(path)) delete require.cache[path];
}
