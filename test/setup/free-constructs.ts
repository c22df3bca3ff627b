import { CloudAssembly } from 'aws-cdk-lib/cx-api';
import Module from 'node:module';
import * as path from 'node:path';

/** A table in which CDK finds a token again. CDK keeps all tokens, and with them all constructs, until the process ends. */
class TokenTable<K> extends Map<K, unknown> {
  /** Tokens that modules created while they were loaded. A module is loaded once, so they are still used in the next test file. */
  private readonly ofModules = new Map<K, unknown>();

  override get(key: K): unknown {
    return super.get(key) ?? this.ofModules.get(key);
  }

  override set(key: K, token: unknown): this {
    if (modulesInLoading === 0) return super.set(key, token);
    this.ofModules.set(key, token);
    return this;
  }
}

let modulesInLoading = 0;
const tables = { stringTokenMap: new TokenTable<string>(), numberTokenMap: new TokenTable<number>() };
let references: Map<unknown, unknown> | undefined;

/** Runs a function that loads modules. Their tokens are kept. */
function loadingModules<T>(run: () => T): T {
  modulesInLoading++;
  try {
    return run();
  } finally {
    modulesInLoading--;
  }
}

/** Prepares `freeConstructs`: replaces the tables of CDK, and records which tokens a module creates while it is loaded. */
export function recordTokensOfModules(isTestFile: (file: string) => boolean): void {
  const prototype = Module.prototype as unknown as { load(file: string): void };
  const { load } = prototype;
  prototype.load = function (file) {
    if (isTestFile(file)) load.call(this, file);
    else loadingModules(() => load.call(this, file));
  };
  const folder = path.join(path.dirname(require.resolve('aws-cdk-lib/core')), 'lib', 'private');
  Object.assign(require(path.join(folder, 'token-map')).TokenMap.instance(), tables);
  references = require(path.join(folder, 'cfn-reference')).CfnReference.referenceTable;
  // CDK creates the Availability Zones of all stacks without a Region once, when a stack is first asked for them.
  const { Stack } = require('aws-cdk-lib/core');
  loadingModules(() => new Stack().availabilityZones);
}

/** Frees the constructs of a test file, and deletes its assemblies. CDK would delete them when the worker ends, for which Jest does not wait. */
export function freeConstructs(): void {
  for (const table of Object.values(tables)) table.clear();
  references?.clear();
  CloudAssembly.cleanupTemporaryDirectories();
}
