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
  return message
    .replace(VALUE_OR_NAME, (part, name?: string) => (name && names.has(name) ? inSnakeCase(name) : part))
    .replace(/(?<![\w.])([\w.[\]]*_[\w.[\]]*) \(\1\)/g, '$1');
}

/** Parts of a message that can be a value of the user, or otherwise a word in lower camel case. */
const VALUE_OR_NAME = new RegExp(
  [
    /(?<!\w)'[^'\n]*'|(?<!\w)"[^"\n]*"/, // Quoted text. A quotation mark after a letter is an apostrophe.
    /\[[^[\]\n]*\]/, // an index or a key
    /[\w@.-]*[/:@-]\S+/, // a path, a URL, an option or a context key
    /\w+\.(?:bin|csv|json|onnx|pbtxt|plan|pt|py|raw|so)\b/, // a file
    /\b([a-z][a-z\d]*[A-Z]\w*)\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

function inSnakeCase(name: string): string {
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
