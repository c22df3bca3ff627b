import * as fs from 'fs';
import * as path from 'path';
import { memberRules } from '../../lib/model-config/repository/members';
import { tensorMappingRules } from '../../lib/model-config/repository/tensor-mapping';
import { hostedRules } from '../../lib/model-config/rules/hosted';
import { serverRules } from '../../lib/model-config/rules/server';

const ROOT = path.join(__dirname, '..', '..');

/** File names and property paths that have the form of a rule ID. */
const NOT_RULE_IDS = [
  'config.json',
  'config.pbtxt',
  'engine.json',
  'example.json',
  'files.json',
  'files.plugins',
  'files.precision',
  'files.profiles',
  'image.json',
  'image.txt',
  'lock.txt',
  'backend.platform',
  'model.examples',
];

/** Patterns for rule IDs in code: as a property of a rule or finding, as the first argument, and in the link after a message. */
const PATTERNS = [
  /\b(?:id|ruleId): '([\w-]+\.[\w.-]+)'/g,
  /\b(?:error|warning)\(\s*'([\w-]+\.[\w.-]+)'/g,
  /'cdk-sagemaker-triton:([\w-]+\.[\w.-]+)'/g,
  /\brulePage\('([a-z-]+\.[a-z-]+)'\)/g,
];

/** Returns the IDs of all rules in the sources of the library and of the command. */
export function ruleIds(): string[] {
  const sources = ['lib', 'cli'].flatMap((folder) =>
    fs
      .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => fs.readFileSync(path.join(ROOT, folder, name), 'utf8')),
  );
  const findAll = (pattern: RegExp): string[] =>
    sources.flatMap((source) => [...source.matchAll(pattern)].map(([, id]) => id));
  // The patterns do not find all IDs of these rules, because some are concatenated from parts.
  const idsOfLists = [...serverRules, ...hostedRules, ...memberRules, ...tensorMappingRules].map(({ id }) => id);
  const matchedIds = [...idsOfLists, ...PATTERNS.flatMap(findAll)];
  const groups = new Set(matchedIds.map(groupOf));
  const quotedIds = findAll(/'([a-z-]+\.[\w.-]+)'/g).filter((literal) => groups.has(groupOf(literal)));
  return [...new Set([...matchedIds, ...quotedIds])].filter((id) => !NOT_RULE_IDS.includes(id)).sort();
}

function groupOf(id: string): string {
  return id.split('.')[0];
}
