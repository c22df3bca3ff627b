import * as fs from 'fs';
import * as path from 'path';
import * as library from '../../lib';

const ROOT = path.join(__dirname, '..', '..');
const CLASS = /\/\*\*((?:(?!\*\/)[^])*)\*\/\nexport (abstract )?class (\w+)([^]*)/;
const FIXTURE = fs.readFileSync(path.join(ROOT, 'rosetta', 'default.ts-fixture'), 'utf8');

/** A public class that users construct, by `new` or by a static method, and the example in its docstring. */
interface ClassExample {
  readonly name: string;
  readonly example?: string;
}

/** The classes of the library, each in a file of its own or with its options. */
export function classExamples(): ClassExample[] {
  const sources = fs
    .readdirSync(path.join(ROOT, 'lib'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => fs.readFileSync(path.join(ROOT, 'lib', name), 'utf8'));
  return sources.flatMap((source) =>
    source.split(/(?=^\/\*\*)/m).flatMap((part) => {
      const [, comment, abstract, name, body] = CLASS.exec(part) ?? [];
      const made =
        (!abstract && !/(?:private|protected) constructor/.test(source)) || /public static \w+\(/.test(source);
      const result = comment?.includes('Created by `'); // users get one, and do not construct it
      if (result || !name || !(name in library) || !made || body === undefined) return [];
      const [, example] = /\* @example\n([^]*)$/.exec(comment) ?? [];
      return [{ name, example: example?.replace(/^ ?\* ?/gm, '').trim() }];
    }),
  );
}

/** An example as a module that compiles, as jsii-rosetta sees it. */
export function inFixture(example: string): string {
  return FIXTURE.replace('/// here', () => example);
}
