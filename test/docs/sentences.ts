import * as fs from 'fs';
import * as path from 'path';

const ROOT = path.join(__dirname, '..', '..');

/** A sentence, or a row of a table, without links, code formatting and footnotes. */
export interface Sentence {
  readonly page: string;
  readonly text: string;
}

/** The pages in docs, except those for contributors. */
export function docPages(): string[] {
  return fs
    .readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
    .filter((page) => page !== 'docs/architecture.md');
}

/** The sentences of the pages for users and of the reference of the API. Code blocks are not read. */
export function readSentences(): Sentence[] {
  return ['README.md', 'API.md', ...docPages()].flatMap((page) =>
    sentencesOf(fs.readFileSync(path.join(ROOT, page), 'utf8')).map((text) => ({ page, text })),
  );
}

export function sentencesOf(markdown: string): string[] {
  return markdown
    .replace(/^ *(```|~~~)[^]*?^ *\1$/gm, '')
    .replace(/\[\^[\w-]+\](?!:)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .split('\n')
    .flatMap((line) => (line.startsWith('|') ? [line] : line.split(/(?<=[.!?:])\s+(?=[A-Z])/)))
    .filter((text) => text.trim() !== '');
}

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

/** A number as digits. Words such as `seven` are converted, other words stay. */
export function asNumber(word: string): string {
  const index = WORDS.indexOf(word.toLowerCase());
  return index >= 0 ? String(index) : word.replace(/(?<=\d),(?=\d{3})/g, '');
}

/** A number, in digits or as a word, in a pattern. */
export const NUMBER = `(\\d[\\d,.]*\\d|\\d|${WORDS.join('|')})`;
