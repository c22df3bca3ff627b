/** The languages in which an app can be written. */
export type Language = 'typescript' | 'python';

/** A named argument of a call. */
export type Argument = readonly [name: string, value: string];

/** Renders the source file of the model in a language. */
export interface Syntax {
  readonly modelModuleName: string;
  /** A string literal. */
  stringLiteral(value: string): string;
  /** Converts the TypeScript name of a method or an argument to the name in the language. */
  translateName(name: string): string;
  /** An expression for a path that is relative to the folder of the app. */
  pathExpression(relative: string): string;
  /** A constructor call. */
  constructorCall(className: string, args: readonly Argument[]): string;
  /** A method call. */
  methodCall(method: string, args: readonly Argument[]): string;
  /** The optional arguments at the end of a call: an object in TypeScript, keyword arguments in Python. */
  optionalArguments(args: readonly Argument[]): string;
  /** The whole file: imports, comments, and the model as the only export. */
  sourceFile(imported: readonly string[], comments: readonly string[], model: string): string;
}

const argumentLines = (args: readonly Argument[], separator: string): string =>
  args.map(([name, value]) => `  ${name}${separator}${value},\n`).join('');

const typescript: Syntax = {
  modelModuleName: 'model.ts',
  stringLiteral: (value) => `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`,
  translateName: (name) => name,
  pathExpression: (relative) => `path.join(__dirname, ${typescript.stringLiteral(relative)})`,
  constructorCall: (className, args) => `new ${typescript.methodCall(className, args)}`,
  methodCall: (method, args) => `${method}({\n${argumentLines(args, ': ')}})`,
  optionalArguments: (args) => `{ ${args.map(([name, value]) => `${name}: ${value}`).join(', ')} }`,
  sourceFile: (imported, comments, model) =>
    `import * as path from 'path';\nimport { ${imported.join(', ')} } from 'cdk-sagemaker-triton';\n\n` +
    `${comments.map((comment) => `// ${comment}\n`).join('')}export const model = ${model};\n`,
};

const python: Syntax = {
  modelModuleName: 'model.py',
  stringLiteral: (value) => JSON.stringify(value),
  translateName: (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  pathExpression: (relative) => `str(HERE / ${python.stringLiteral(relative)})`,
  constructorCall: (className, args) => python.methodCall(className, args),
  methodCall: (method, args) =>
    `${method}(\n${argumentLines(
      args.map(([name, value]) => [python.translateName(name), value]),
      '=',
    ).replace(/^ {2}/gm, '    ')})`,
  optionalArguments: (args) => args.map(([name, value]) => `${python.translateName(name)}=${value}`).join(', '),
  sourceFile: (imported, comments, model) =>
    `from pathlib import Path\n\nfrom cdk_sagemaker_triton import ${imported.join(', ')}\n\nHERE = Path(__file__).parent\n\n` +
    `${comments.map((comment) => `# ${comment}\n`).join('')}model = ${model}\n`,
};

export const SYNTAX: Record<Language, Syntax> = { typescript, python };
