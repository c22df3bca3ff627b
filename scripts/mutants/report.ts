import type { Mutant } from './draw';

/** The run of a mutant in a suite. */
export interface Result {
  /** ID of the mutant. The ID is negative for a run without a fault. */
  readonly id: number;
  readonly suite: string;
  readonly isReached: boolean;
  /** The test file that fails, or the reason for which the run ended. */
  readonly killedBy?: string;
  readonly seconds?: number;
}

/** Page with the kill rates and the surviving mutants. `unusable` are test files that fail without a fault in the copy of the sources. */
export function reportOf(
  mutants: readonly Mutant[],
  results: readonly Result[],
  unusable: readonly string[],
  options: string,
): string {
  const has = (condition: (result: Result) => boolean): Set<number> =>
    new Set(results.filter(condition).map(({ id }) => id));
  const [run, reached, killed] = [
    has(() => true),
    has(({ isReached }) => isReached),
    has(({ killedBy }) => !!killedBy),
  ];
  const finished = mutants.filter(({ id }) => run.has(id));
  const row = (name: string, ofRow: readonly Mutant[]): string => {
    const [drawn, hit, dead] = [run, reached, killed].map((ids) => ofRow.filter(({ id }) => ids.has(id)).length);
    return `| ${[name, drawn, hit, dead, percent(dead, drawn), percent(dead, hit)].join(' | ')} |`;
  };
  const rows = (keyOf: (mutant: Mutant) => string): string[] =>
    [...new Set(finished.map(keyOf))].sort().map((key) =>
      row(
        key,
        finished.filter((mutant) => keyOf(mutant) === key),
      ),
    );
  const header = (name: string): string[] => [
    `| ${name} | drawn | reached | killed | killed of drawn | killed of reached |`,
    '| --- | --: | --: | --: | --: | --: |',
  ];
  const controls = results.filter(({ id, isReached }) => id < 0 && isReached);
  const failedControls = controls.filter(({ killedBy }) => killedBy);
  const survivors = finished
    .filter(({ id }) => !killed.has(id))
    .sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
  return [
    `# Mutants (${options})`,
    '',
    `${finished.length} of ${mutants.length} mutants finished. ${failedControls.length} of ${controls.length} runs without a fault failed${failedControls.map(({ killedBy }) => `, ${killedBy}`).join('')}.`,
    '',
    ...header('room'),
    ...rows(({ room }) => room),
    row('all', finished),
    '',
    ...header('kind'),
    ...rows(({ kind }) => kind),
    '',
    `## Survivors: ${survivors.length}`,
    '',
    ...survivors.flatMap(({ id, file, line, kind, original, mutated }) => [
      `- ${file}:${line}, ${kind}${reached.has(id) ? '' : ', not reached'}`,
      `  - ${inline(original)}`,
      `  - ${kind === 'statement' ? 'dropped' : inline(mutated)}`,
    ]),
    '',
    `## Test files that fail without a fault in the copy, and are not used: ${unusable.length}`,
    '',
    ...unusable.map((file) => `- ${file}`),
    '',
  ].join('\n');
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '' : `${Math.round((100 * part) / whole)} %`;
}

/** The beginning of a text on one line, as code. */
function inline(text: string): string {
  const words = text.split(/\s+/).join(' ');
  return `\`\` ${words.length > 200 ? `${words.slice(0, 200)} …` : words} \`\``;
}
