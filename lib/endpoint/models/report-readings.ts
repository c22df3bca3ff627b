import { Annotations } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { escapeControlCharacters } from '../../findings/escape-control-characters';
import { inLanguageOfApp } from '../../findings/in-language-of-app';
import { READING_ID } from '../../model/reading/model-reading';
import { modelAndMembers } from '../../model/rules/model-validation';
import type { TritonModel } from '../../model/triton-model';

/** The most models that are reported one by one. */
const MAX_LINES = 20;

/** Reports what was inferred when the models were read from files, one line for each model, as information at synthesis. */
export function reportReadings(scope: Construct, models: TritonModel[]): void {
  const members = new Set(models.flatMap((model) => modelAndMembers(model)));
  const lines = [...new Set([...members].flatMap(({ _readingText }) => _readingText ?? []))];
  const omitted = lines.length - MAX_LINES;
  for (const line of [...lines.slice(0, MAX_LINES), ...(omitted > 0 ? [`and ${omitted} more models`] : [])]) {
    Annotations.of(scope).addInfoV2(READING_ID, inLanguageOfApp(escapeControlCharacters(line)));
  }
}
