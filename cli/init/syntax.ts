/** The languages that an app is written in. */
export type Language = 'typescript' | 'python';

/** A named argument of a call. */
export type Argument = readonly [name: string, value: string];

/** How a language writes what the model's file needs. */
export interface Syntax {
  readonly modelFile: string;
  text(value: string): string;
  /** The name of a method or an argument, given as TypeScript spells it. */
  name(name: string): string;
  /** A path that is given from the app's folder. */
  path(relative: string): string;
  /** `new` for a class. */
  create(className: string, args: readonly Argument[]): string;
  call(method: string, args: readonly Argument[]): string;
  /** The last arguments of a call: an object of options or keywords. */
  options(args: readonly Argument[]): string;
  /** The whole file: imports, and the model as its only export. */
  file(imported: readonly string[], comments: readonly string[], model: string): string;
}

const lines = (args: readonly Argument[], between: string): string =>
  args.map(([name, value]) => `  ${name}${between}${value},\n`).join('');

const typescript: Syntax = {
  modelFile: 'model.ts',
  text: (value) => `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`,
  name: (name) => name,
  path: (relative) => `path.join(__dirname, ${typescript.text(relative)})`,
  create: (className, args) => `new ${typescript.call(className, args)}`,
  call: (method, args) => `${method}({\n${lines(args, ': ')}})`,
  options: (args) => `{ ${args.map(([name, value]) => `${name}: ${value}`).join(', ')} }`,
  file: (imported, comments, model) =>
    `import * as path from 'path';\nimport { ${imported.join(', ')} } from 'cdk-sagemaker-triton';\n\n` +
    `${comments.map((comment) => `// ${comment}\n`).join('')}export const model = ${model};\n`,
};

const python: Syntax = {
  modelFile: 'model.py',
  text: (value) => JSON.stringify(value),
  name: (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  path: (relative) => `str(HERE / ${python.text(relative)})`,
  create: (className, args) => python.call(className, args),
  call: (method, args) =>
    `${method}(\n${lines(
      args.map(([name, value]) => [python.name(name), value]),
      '=',
    ).replace(/^ {2}/gm, '    ')})`,
  options: (args) => args.map(([name, value]) => `${python.name(name)}=${value}`).join(', '),
  file: (imported, comments, model) =>
    `from pathlib import Path\n\nfrom cdk_sagemaker_triton import ${imported.join(', ')}\n\nHERE = Path(__file__).parent\n\n` +
    `${comments.map((comment) => `# ${comment}\n`).join('')}model = ${model}\n`,
};

export const SYNTAX: Record<Language, Syntax> = { typescript, python };
