import { Annotations, AspectPriority, Stack } from 'aws-cdk-lib';
import { Construct, IConstruct } from 'constructs';
import { whenAspectsRun } from '../../cdk/at-synthesis';
import { escapeControlCharacters } from '../../findings/escape-control-characters';
import { inLanguageOfApp } from '../../findings/in-language-of-app';
import { READING_ID } from '../../model/reading/model-reading';
import { modelAndMembers } from '../../model/rules/model-validation';
import type { TritonModel } from '../../model/triton-model';

/** The most models that are reported one by one. */
const MAX_LINES = 20;

/** What was inferred, one line for each model, by app. */
const linesOfApps = new WeakMap<IConstruct, Set<string>>();

/**
 * Reports what was inferred when the models were read from files, once for each app, as information at synthesis. The information is in the
 * first stack, because the CDK CLI prints only information in stacks.
 */
export function reportReadings(scope: Construct, models: TritonModel[]): void {
  const members = new Set(models.flatMap((model) => modelAndMembers(model)));
  const lines = [...members].flatMap(({ _readingText }) => _readingText ?? []);
  if (lines.length === 0) return;
  const linesOfApp = linesOfApps.get(scope.node.root) ?? reportAtSynthesis(scope);
  for (const line of lines) linesOfApp.add(inLanguageOfApp(escapeControlCharacters(line)));
}

/** Returns an empty set of lines. An aspect reports them during synthesis, because models can be added until then. */
function reportAtSynthesis(scope: Construct): Set<string> {
  const lines = new Set<string>();
  linesOfApps.set(scope.node.root, lines);
  const stack = Stack.of(scope);
  const report = (): void => Annotations.of(stack).addInfoV2(READING_ID, messageOf([...lines]));
  whenAspectsRun(stack, report, AspectPriority.READONLY);
  return lines;
}

function messageOf(lines: string[]): string {
  if (lines.length === 1) return lines[0];
  const omitted = lines.length - MAX_LINES;
  const listed = [...lines.slice(0, MAX_LINES), ...(omitted > 0 ? [`and ${omitted} more models`] : [])];
  return [`${lines.length} models were read from files:`, ...listed.map((line) => `  ${line}`)].join('\n');
}
