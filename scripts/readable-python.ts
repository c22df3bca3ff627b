const WIDTH = 120;

/** Formats the Python code of jsii-rosetta: merges imports of a module, wraps long lines, and corrects the names of constants. */
export function formatPython(python: string): string {
  const { imports, code } = splitImports(python.trim());
  return [...imports.map(([module, names]) => importOf(module, names)), '', ...code.map(wrap)].join('\n').replace(
    // jsii-pacmak renames G4DN_XLARGE to G4_DN_XLARGE, but jsii-rosetta does not.
    /(?<=\bInstanceType\.)\w+/g,
    (name) => name.replace(/(?<=\d)(?=[A-Z])/g, '_'),
  );
}

function splitImports(python: string): { imports: [string, string[]][]; code: string[] } {
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

/** Writes each element of a long list of structs on a separate line. */
function wrap(line: string): string {
  const [, indent, head, type, rest] = /^( *)(\w+ ?= ?\[)(\w+)(\(.*)$/.exec(line) ?? [];
  if (line.length <= WIDTH || !type) return line;
  const elements = `${type}${rest}`.replaceAll(`, ${type}(`, `,\n${indent}    ${type}(`);
  return `${indent}${head}\n${indent}    ${elements}`;
}
