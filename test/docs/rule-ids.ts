import * as fs from 'fs';
import * as path from 'path';
import { memberRules } from '../../lib/model-config/repository/members';
import { wiringRules } from '../../lib/model-config/repository/wiring';
import { hostedRules } from '../../lib/model-config/rules/hosted';
import { serverRules } from '../../lib/model-config/rules/server';

const ROOT = path.join(__dirname, '..', '..');

/** Literals that only look like a rule's id: file names and paths of properties. */
const OTHERS = [
  'config.pbtxt',
  'engine.json',
  'example.json',
  'files.hardwareCompatibility',
  'files.plugins',
  'files.precision',
  'files.profiles',
  'image.json',
  'backend.platform',
  'model.examples',
];

/** Where code gives a finding its rule: the property of a rule or finding, the first argument, the page behind a message. */
const PLACES = [
  /\b(?:id|ruleId): '([\w-]+\.[\w.-]+)'/g,
  /\b(?:error|warning)\(\s*'([\w-]+\.[\w.-]+)'/g,
  /'cdk-sagemaker-triton:([\w-]+\.[\w.-]+)'/g,
  /\brulePage\('([a-z-]+\.[a-z-]+)'\)/g,
];

/** The ids of all rules that the sources of the library and of its command name. */
export function ruleIds(): string[] {
  const sources = ['lib', 'cli'].flatMap((folder) =>
    fs
      .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => fs.readFileSync(path.join(ROOT, folder, name), 'utf8')),
  );
  const all = (pattern: RegExp): string[] =>
    sources.flatMap((source) => [...source.matchAll(pattern)].map(([, id]) => id));
  // Some of these ids are put together from parts.
  const listed = [...serverRules, ...hostedRules, ...memberRules, ...wiringRules].map(({ id }) => id);
  const placed = [...listed, ...PLACES.flatMap(all)];
  const groups = new Set(placed.map(groupOf));
  const literals = all(/'([a-z-]+\.[\w.-]+)'/g).filter((literal) => groups.has(groupOf(literal)));
  return [...new Set([...placed, ...literals])].filter((id) => !OTHERS.includes(id)).sort();
}

function groupOf(id: string): string {
  return id.split('.')[0];
}
