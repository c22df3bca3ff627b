import { existsSync } from 'fs';
import { diagnose } from '../../lib/diagnosis';
import { print, printData, printNote } from '../output/print';
import { awsEvidence } from './aws-evidence';
import { fileEvidence } from './file-evidence';
import { toJson, toText } from './report';

export interface DiagnoseOptions {
  readonly format: 'text' | 'json';
}

/** The names of endpoints, inference components and stacks, and the ARN of a stack. */
const AWS_NAME = /^(?:[A-Za-z0-9-]+|arn:[\w:/.-]+)$/;

export async function runDiagnose(subject: string, { format }: DiagnoseOptions): Promise<void> {
  const isLocal = subject === '-' || existsSync(subject);
  if (!isLocal && !AWS_NAME.test(subject)) throw new Error(`diagnose: there is no file ${subject}`);
  const { evidence, notes } = isLocal
    ? { evidence: await fileEvidence(subject), notes: [] }
    : await awsEvidence(subject);
  for (const note of notes) printNote(`note: ${note}`);
  const diagnoses = diagnose(evidence);
  if (format === 'json') printData(toJson(subject, evidence, diagnoses));
  else print(toText(subject, evidence, diagnoses));
  process.exitCode = diagnoses.some(({ symptom }) => !symptom) ? 0 : 1;
}
