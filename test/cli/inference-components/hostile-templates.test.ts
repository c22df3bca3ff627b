import { AssemblyAssets } from '../../../cli/assembly/assets';
import { Template } from '../../../cli/assembly/intrinsics';
import { validateTemplate } from '../../../cli/assembly/template';
import { renderText, stackConsequences } from '../../../cli/consequences/stack-consequences';
import { componentsTemplate } from './templates';

// Templates are untrusted input. Each value at each position must succeed, or cause an error that names its position.

const VALUES = [null, 7, -1, 1e308, 0.5, true, '', 'x', [], {}, [null], [{}], { Ref: 'x' }, { 'Fn::ImportValue': 'x' }];
const ORIGINAL = componentsTemplate({ components: { a: { copies: 2, maximum: 3 }, b: {} } });
const assets = new AssemblyAssets([]);

/** The paths of all values in an object. */
function pathsIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]))];
}

/** A copy with a different value at the path. */
function replaceAt(value: unknown, [key, ...rest]: string[], replacement: unknown): unknown {
  if (key === undefined) return replacement;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string, unknown>;
  copy[key] = replaceAt(copy[key], rest, replacement);
  return copy;
}

function compare(before: Template, after: Template): string {
  return renderText([stackConsequences('Serving', { template: before, assets }, { template: after, assets })]);
}

const positions = ['a', 'aTarget', 'Config', 'Endpoint'].flatMap((id) =>
  pathsIn(ORIGINAL.Resources?.[id].Properties).map((path) => [id, 'Properties', ...path]),
);

test.each(positions.map((path) => [path.join('.'), path] as const))('any value of %s', (_, path) => {
  for (const value of VALUES) {
    const mutant = { Resources: replaceAt(ORIGINAL.Resources, path, value) };
    try {
      const template = validateTemplate(mutant, 'template');
      compare(template, ORIGINAL);
      compare(ORIGINAL, template);
    } catch (error) {
      expect(String(error)).toMatch(/^Error: template: Resources\.\w+\.Properties.*: got .*; allowed: /);
    }
  }
});
