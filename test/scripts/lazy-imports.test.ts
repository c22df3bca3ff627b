import * as vm from 'vm';
import { ModuleKind, ScriptTarget, transpile } from 'typescript';
import { makeImportsLazy } from '../../scripts/lazy-imports';

interface LoadedModule {
  // oxlint-disable-next-line typescript/no-explicit-any -- exports of any type
  readonly exports: Record<string, any>;
  /** Modules that have been loaded so far. */
  readonly loaded: string[];
}

function load(source: string, modules: Record<string, object>): LoadedModule {
  const compiled = transpile(source, {
    module: ModuleKind.CommonJS,
    target: ScriptTarget.ES2022,
    esModuleInterop: true,
  });
  const loaded: string[] = [];
  const module = { exports: {} };
  const require = (name: string): object => {
    loaded.push(name);
    return modules[name];
  };
  vm.runInNewContext(makeImportsLazy(compiled, __filename), { module, exports: module.exports, require });
  return { exports: module.exports, loaded };
}

test('an imported module is loaded on first use, and only once', () => {
  const { exports, loaded } = load(
    "import { double } from './numbers'; export const twice = (value: number) => double(value) + double(0);",
    { './numbers': { double: (value: number) => 2 * value } },
  );
  expect(loaded).toEqual([]);
  expect(exports.twice(21)).toBe(42);
  expect(loaded).toEqual(['./numbers']);
});

test('the module of a class is loaded when the class is instantiated, and the module of a base class immediately', () => {
  class Shape {}
  const { exports, loaded } = load(
    "import { Shape } from './shape'; import { Other } from './other'; export class Square extends Shape {} export const make = () => new Other();",
    { './shape': { Shape }, './other': { Other: Shape } },
  );
  expect(loaded).toEqual(['./shape']);
  expect(new exports.Square()).toBeInstanceOf(Shape);
  expect(exports.make()).toBeInstanceOf(Shape);
});

test('a default import, such as a JSON file, is loaded on first use', () => {
  const { exports, loaded } = load("import table from './table.json'; export const rows = () => table.rows;", {
    './table.json': { rows: 3 },
  });
  expect(loaded).toEqual([]);
  expect(exports.rows()).toBe(3);
});

test('a namespace import is loaded immediately', () => {
  const { exports, loaded } = load("import * as fs from 'fs'; export const read = () => fs;", {
    fs: { readFileSync: 1 },
  });
  expect(loaded).toEqual(['fs']);
  expect(exports.read()).toMatchObject({ readFileSync: 1 });
});

test('a re-exported module is loaded on first use', () => {
  const { exports, loaded } = load("export * from 'node:path';", { 'node:path': { sep: '/' } });
  expect(loaded).toEqual([]);
  expect(Object.keys(exports)).toEqual(Object.keys(require('node:path')));
  expect(exports.sep).toBe('/');
  expect(loaded).toEqual(['node:path']);
});
