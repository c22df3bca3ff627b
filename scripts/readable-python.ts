const WIDTH = 120;

/** Python as jsii-rosetta writes it, as people write it: one import of each module, no long lines, constants by their names in Python. */
export function readablePython(python: string): string {
  const { imports, code } = importsApart(python.trim());
  return [...imports.map(([module, names]) => importOf(module, names)), '', ...code.map(wrapped)].join('\n').replace(
    // jsii-pacmak names G4DN_XLARGE so, which jsii-rosetta does not know.
    /(?<=\bInstanceType\.)\w+/g,
    (name) => name.replace(/(?<=\d)(?=[A-Z])/g, '_'),
  );
}

function importsApart(python: string): { imports: [string, string[]][]; code: string[] } {
  const modules = new Map<string, string[]>();
  const code = python.split('\n').filter((line) => {
    const [, module, names] = /^from (\S+) import (.*)$/.exec(line) ?? [];
    if (module) modules.set(module, [...(modules.get(module) ?? []), ...names.split(', ')]);
    return !module;
  });
  const imports = [...modules].map(([module, names]): [string, string[]] => [module, [...new Set(names)].sort()]);
  return { imports: imports.sort(([a], [b]) => a.localeCompare(b)), code: code.join('\n').trimStart().split('\n') };
}

function importOf(module: string, names: string[]): string {
  const line = `from ${module} import ${names.join(', ')}`;
  if (line.length <= WIDTH) return line;
  return `from ${module} import (\n${names.map((name) => `    ${name},\n`).join('')})`;
}

/** A long list of structs has a line for each. */
function wrapped(line: string): string {
  const [, indent, head, type, rest] = /^( *)(\w+ ?= ?\[)(\w+)(\(.*)$/.exec(line) ?? [];
  if (line.length <= WIDTH || !type) return line;
  const elements = `${type}${rest}`.replaceAll(`, ${type}(`, `,\n${indent}    ${type}(`);
  return `${indent}${head}\n${indent}    ${elements}`;
}
