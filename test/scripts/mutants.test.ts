import { runInNewContext } from 'node:vm';
import { ModuleKind, ScriptTarget, transpile } from 'typescript';
import { drawMutants } from '../../scripts/mutants/draw';
import { mutationsOf, withMutants } from '../../scripts/mutants/mutations';
import { reportOf } from '../../scripts/mutants/report';

/** The mutated parts, such as `condition: a > b -> !(a > b)`. */
function listMutations(source: string): string[] {
  return mutationsOf(source).map(
    ({ kind, start, end, mutated }) => `${kind}: ${source.slice(start, end)} -> ${mutated || 'dropped'}`,
  );
}

test('conditions are negated, operators and constants changed, statements dropped and returned values replaced', () => {
  expect(
    listMutations(`function cost(price: number, names: string[]): number {
  if (price < 0) throw new Error('negative');
  names.sort();
  return price * 2 + names.length;
}`),
  ).toEqual([
    "statement: if (price < 0) throw new Error('negative'); -> dropped",
    'condition: price < 0 -> !(price < 0)',
    'operator: price < 0 -> (price) <= (0)',
    'constant: 0 -> 0 + 1',
    "statement: throw new Error('negative'); -> dropped",
    "constant: 'negative' -> ''",
    'statement: names.sort(); -> dropped',
    'operator: price * 2 + names.length -> (price * 2) - (names.length)',
    'return: price * 2 + names.length -> 0',
    'operator: price * 2 -> (price) / (2)',
    'constant: 2 -> 2 + 1',
  ]);
});

test('a returned value is replaced by a value of the declared type', () => {
  const returned = (type: string, value: string): string[] =>
    listMutations(`const f = (x)${type} => ${value};`).filter((mutation) => mutation.startsWith('return'));
  expect(returned(': boolean', 'g(x)')).toEqual(['return: g(x) -> !(g(x))']);
  expect(returned(': x is Y', '!g(x)')).toEqual(['return: !g(x) -> g(x)']);
  expect(returned(': Promise<string>', 'g(x)')).toEqual(["return: g(x) -> ''"]);
  expect(returned(': readonly string[]', 'g(x)')).toEqual(['return: g(x) -> []']);
  expect(returned(': Model', 'g(x)')).toEqual(['return: g(x) -> undefined']);
  expect(returned('', 'x > g')).toEqual(['return: x > g -> !(x > g)']);
  expect(returned('', 'g(x)')).toEqual(['return: g(x) -> undefined']);
});

test('a mutation that a different kind contains is not repeated', () => {
  expect(listMutations('if (a === b) f();').filter((mutation) => mutation.startsWith('condition'))).toEqual([]);
  expect(listMutations('const f = (): string => `a`;')).toEqual(["constant: `a` -> ''"]);
  expect(listMutations('const f = (x): string[] => [];')).toEqual([]);
});

test.each([
  ['imports', "import { a } from 'b'; export * from 'c'; const d = require('e'); const f = import('g');"],
  ['types', "type A = 'a' | 1; interface B { readonly 'c-d': 2 } let e: 'f';"],
  ['names of properties', "const { 'a-b': a } = { 'a-b': b, 1: c };"],
  ['enums', "enum A { B = 'b', C = 1 << 2 }"],
  ['calls of super and directives', "'use strict'; class A extends B { constructor() { super(); } }"],
  ['labeled loops', 'each: for (const a of b) { continue each; }'],
  ['tagged templates', 'String.raw`a`;'],
])('%s are not mutated', (_, source) => {
  expect(listMutations(source).filter((mutation) => mutation !== 'statement: String.raw`a`; -> dropped')).toEqual([]);
});

const SOURCE = `export function grade(points: number, names: string[]): string {
  const found: string[] = [];
  for (const name of names) if (name !== '') found.push(name); else found.push('nobody');
  if (points > 10 && found.length >= 1) return \`good: \${found.join()}\`; // no line is added
  else if (points < 0) throw new Error('negative');
  return points === 10 ? 'exact' : found.map((name) => name.length + points).join();
}`;

/** The results of the function in SOURCE, as the mutant with an ID. */
function resultsOf(id: number): string {
  const mutants = mutationsOf(SOURCE).map((mutation, index) => ({ ...mutation, id: index + 1 }));
  const text = withMutants(SOURCE, mutants, './switch');
  expect(text.split('\n')).toHaveLength(SOURCE.split('\n').length);
  const compiled = transpile(text, { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 });
  const exports: { grade?: (points: number, names: string[]) => string } = {};
  runInNewContext(compiled, { exports, require: () => ({ isActiveMutant: (other: number) => other === id }) });
  const inputs: [number, string[]][] = [-1, 0, 3, 10, 11].flatMap((points) =>
    [[], [''], ['ada', 'bob']].map((names): [number, string[]] => [points, names]),
  );
  return JSON.stringify(
    inputs.map((input) => {
      try {
        return exports.grade?.(...input);
      } catch (error) {
        return String(error);
      }
    }),
  );
}

test('each mutant is active only if its ID is switched on', () => {
  const original = resultsOf(0);
  expect(JSON.parse(original).slice(-3)).toEqual(['', 'good: nobody', 'good: ada,bob']);
  const survivors = mutationsOf(SOURCE).filter((_, index) => resultsOf(index + 1) === original);
  expect(survivors.map(({ start, end, mutated }) => [SOURCE.slice(start, end), mutated])).toEqual([]);
});

describe('a draw', () => {
  const texts = {
    'lib/large/a.ts': Array.from({ length: 50 }, (_, index) => `f(${index}, a > b);`).join('\n'),
    'lib/large/b.ts': 'const a = b ? 1 : 2;',
    'cli/check/c.ts': "f('a', 'b', 'c', 'd', 'e', 'f');",
  };
  const drawn = drawMutants(texts, 60, 1);

  test('has the requested number of mutants, and at least five of each room', () => {
    expect(drawn.map(({ id }) => id)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
    expect(drawn.filter(({ room }) => room === 'cli').length).toBeGreaterThanOrEqual(5);
    expect(drawn.filter(({ room }) => room === 'lib/large').length).toBeGreaterThan(40);
  });

  test('has equal numbers of each kind, if there are enough', () => {
    const kinds = drawn.filter(({ room }) => room === 'lib/large').map(({ kind }) => kind);
    const counts = ['operator', 'constant', 'statement'].map((kind) => kinds.filter((each) => each === kind).length);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  });

  test('depends only on the seed', () => {
    expect(drawMutants(texts, 60, 1)).toEqual(drawn);
    expect(drawMutants(texts, 60, 2)).not.toEqual(drawn);
  });

  test('records the line', () => {
    for (const { file, line, original } of drawn) {
      expect(texts[file as keyof typeof texts].split('\n')[line - 1]).toContain(original);
    }
  });
});

test('the report counts mutants by room, and lists the survivors of all suites', () => {
  const mutants = drawMutants({ 'lib/model/a.ts': 'f(1);\ng(2);', 'cli/b.ts': "h('x');" }, 10, 1);
  const idOf = (text: string): number => mutants.find(({ original }) => original === text)?.id ?? 0;
  const results = [
    { id: idOf('1'), suite: 'unit', isReached: true },
    { id: idOf('1'), suite: 'system', isReached: true, killedBy: 'test/a.system.test.ts' },
    { id: idOf("h('x');"), suite: 'unit', isReached: false },
    { id: -idOf('1'), suite: 'unit', isReached: true, killedBy: 'test/flaky.test.ts' },
  ];
  const report = reportOf(mutants, results, ['test/c.test.ts'], 'unit,system');
  expect(report).toContain('2 of 6 mutants finished. 1 of 1 runs without a fault failed, test/flaky.test.ts.');
  expect(report).toContain('| cli | 1 | 0 | 0 | 0 % |  |');
  expect(report).toContain('| lib/model | 1 | 1 | 1 | 100 % | 100 % |');
  expect(report).toContain("## Survivors: 1\n\n- cli/b.ts:1, statement, not reached\n  - `` h('x'); ``\n  - dropped\n");
  expect(report).toContain('- test/c.test.ts\n');
});
