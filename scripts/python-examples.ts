/**
 * Translates the examples in doc comments to Python, and writes them to the file in the first argument. jsii-pacmak reads the file when it builds
 * the wheel. Without the file, the Python docstrings would contain TypeScript. README.md is not translated, because it contains both languages.
 * Requires a compiled library (.jsii).
 */
import * as fs from 'fs';
import * as path from 'path';
import { LanguageTablet, TargetLanguage, TranslatedSnippet, typeScriptSnippetFromVisibleSource } from 'jsii-rosetta';
import { translateSnippets } from './in-python';

const ROOT = path.join(__dirname, '..');
const FIXTURE = fs.readFileSync(path.join(ROOT, 'rosetta', 'default.ts-fixture'), 'utf8');

interface Assembly {
  readonly types: Record<string, { readonly docs?: { readonly example?: string } }>;
}

const { types }: Assembly = JSON.parse(fs.readFileSync(path.join(ROOT, '.jsii'), 'utf8'));

const snippets = Object.entries(types).flatMap(([fqn, { docs }]) => {
  if (!docs?.example) return [];
  const visibleSource = `/// !show\n${docs.example}\n/// !hide`;
  const snippet = typeScriptSnippetFromVisibleSource(docs.example, { api: { api: 'type', fqn } }, true);
  return [{ ...snippet, completeSource: FIXTURE.replace('/// here', () => visibleSource) }];
});

const tablet = new LanguageTablet();
translateSnippets(snippets).forEach((python, index) => {
  const translated = TranslatedSnippet.fromTypeScript(snippets[index], true);
  translated.addTranslation(TargetLanguage.PYTHON, python, '0');
  tablet.addSnippets(translated);
});
const [file] = process.argv.slice(2);
fs.mkdirSync(path.dirname(file), { recursive: true });
void tablet.save(file).then(() => console.log(`${tablet.count} examples in Python`));
