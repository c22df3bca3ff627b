import * as fs from 'fs';
import * as path from 'path';

/**
 * Returns a message with the names that properties and methods have in the language of the app. In a Python app, jsii sets the environment
 * variable `JSII_AGENT` to a text such as `Python/3.11.2`.
 */
export function inLanguageOfApp(message: string): string {
  return process.env.JSII_AGENT?.startsWith('Python/') ? withPythonNames(message, apiNames()) : message;
}

/**
 * Replaces names in lower camel case by the names of jsii-pacmak in Python: `maxBatchSize` becomes `max_batch_size`. Where the field of
 * config.pbtxt, which follows in parentheses, has the same name, the name remains once.
 */
export function withPythonNames(message: string, names: ReadonlySet<string>): string {
  const renamed = message.replace(VALUE_OR_WORDS, (part) => (/^['"[]/.test(part) ? part : inPython(part, names)));
  return renamed.replace(/ \(([\w.[\]]+)\)/g, (part, name: string, offset: number) =>
    name.includes('_') && endsWithName(renamed.slice(0, offset), name) ? '' : part,
  );
}

/** Parts of a message: values of the user, which do not change, and other text without spaces. */
const VALUE_OR_WORDS = new RegExp(
  [
    /(?<!\w)'[^'\n]*'|(?<!\w)"[^"\n]*"/, // Quoted text. A quotation mark after a letter is an apostrophe.
    /\[[^[\]\n]*\]/, // an index or a key
    /[^\s'"[\]]+/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

const FILE_EXTENSIONS = ['bin', 'csv', 'json', 'onnx', 'pbtxt', 'plan', 'pt', 'py', 'raw', 'so'];

/** Replaces the names in text without spaces, unless the text is a path, a URL, an option, a context key or a file. */
function inPython(text: string, names: ReadonlySet<string>): string {
  if (/[/:@-]\S/.test(text)) return text;
  return text.replace(/[\w.]+/g, (words) => {
    const parts = words.split('.');
    if (parts.slice(1).some((part) => FILE_EXTENSIONS.includes(part))) return words;
    return parts.map((part) => (/^[a-z]/.test(part) && names.has(part) ? inSnakeCase(part) : part)).join('.');
  });
}

function endsWithName(text: string, name: string): boolean {
  return text.endsWith(name) && !/[\w.]/.test(text.charAt(text.length - name.length - 1));
}

/** The name of jsii-pacmak in Python for a name in camel case. */
export function inSnakeCase(name: string): string {
  return name.replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '_').toLowerCase();
}

let names: ReadonlySet<string> | undefined;

/** The names in the API of this package. A package that jsii loads has its API in the file `.jsii`. */
function apiNames(): ReadonlySet<string> {
  names ??= new Set([...readApi(__dirname).matchAll(/"name": ?"([a-z]\w*)"/g)].map(([, name]) => name));
  return names;
}

/** Text of `.jsii` in the closest parent folder; empty if there is none. */
function readApi(folder: string): string {
  const file = path.join(folder, '.jsii');
  if (fs.existsSync(file)) return fs.readFileSync(file, 'utf8');
  const parent = path.dirname(folder);
  return parent === folder ? '' : readApi(parent);
}
