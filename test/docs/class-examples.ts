import * as fs from 'fs';
import * as path from 'path';
import * as library from '../../lib';

const ROOT = path.join(__dirname, '..', '..');
const CLASS = /\/\*\*((?:(?!\*\/)[^])*)\*\/\nexport (abstract )?class (\w+)([^]*)/;
const FIXTURE = fs.readFileSync(path.join(ROOT, 'rosetta', 'default.ts-fixture'), 'utf8');

/** A public class that users create with `new` or a static method, and the example in its doc comment. */
interface ClassExample {
  readonly name: string;
  readonly example?: string;
}

/** Returns the public classes of the library with their examples. */
export function classExamples(): ClassExample[] {
  const sources = fs
    .readdirSync(path.join(ROOT, 'lib'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => fs.readFileSync(path.join(ROOT, 'lib', name), 'utf8'));
  return sources.flatMap((source) =>
    source.split(/(?=^\/\*\*)/m).flatMap((part) => {
      const [, comment, abstract, name, body] = CLASS.exec(part) ?? [];
      const isCreatedByUsers =
        (!abstract && !/(?:private|protected) constructor/.test(source)) || /public static \w+\(/.test(source);
      const isCreatedByLibrary = comment?.includes('Created by `');
      if (isCreatedByLibrary || !name || !(name in library) || !isCreatedByUsers || body === undefined) return [];
      const [, example] = /\* @example\n([^]*)$/.exec(comment) ?? [];
      return [{ name, example: example?.replace(/^ ?\* ?/gm, '').trim() }];
    }),
  );
}

/** Inserts an example into the fixture of jsii-rosetta, which makes it a complete module. */
export function insertIntoFixture(example: string): string {
  return FIXTURE.replace('/// here', () => example);
}
