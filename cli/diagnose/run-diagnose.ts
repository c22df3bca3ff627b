import { existsSync } from 'fs';
import { diagnose } from '../../lib/diagnosis';
import { print, printData, printNote } from '../output/print';
import { awsEvidence } from './aws-evidence';
import { fileEvidence } from './file-evidence';
import { toJson, toText } from './report';

export interface DiagnoseOptions {
  readonly format: 'text' | 'json';
}

export async function runDiagnose(subject: string, { format }: DiagnoseOptions): Promise<void> {
  const isLocal = subject === '-' || existsSync(subject);
  const { evidence, notes } = isLocal
    ? { evidence: await fileEvidence(subject), notes: [] }
    : await awsEvidence(subject);
  for (const note of notes) printNote(`note: ${note}`);
  const diagnoses = diagnose(evidence);
  if (format === 'json') printData(toJson(subject, evidence, diagnoses));
  else print(toText(subject, evidence, diagnoses));
  process.exitCode = diagnoses.some(({ symptom }) => !symptom) ? 0 : 1;
}
