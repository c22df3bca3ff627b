import * as path from 'path';
import { Annotations, AspectPriority, Stack } from 'aws-cdk-lib';
import { IConstruct } from 'constructs';
import { whenAspectsRun } from '../cdk/at-synthesis';
import { rulePage } from '../findings/rule-page';
import { COPY_FILES_ADVICE } from '../contracts/asset-staging-key';

/** Maximum number of file names in the message. */
const LISTED_FILES = 5;

/** The files to report for each stack. */
const outsideFiles = new WeakMap<Stack, Set<string>>();

/** Reports once for each stack, as information, which files the deployment reads from outside the cloud assembly. */
export function reportOutsideFile(scope: IConstruct, file: string): void {
  const stack = Stack.of(scope);
  const reportedFiles = outsideFiles.get(stack);
  if (reportedFiles) {
    reportedFiles.add(file);
    return;
  }
  const files = new Set([file]);
  outsideFiles.set(stack, files);
  // An aspect creates the message during synthesis, because models can be added to the stack until then.
  const report = (): void =>
    Annotations.of(stack).addInfoV2('cdk-sagemaker-triton:files.outside', outsideMessage([...files]));
  whenAspectsRun(stack, report, AspectPriority.READONLY);
}

function outsideMessage(files: string[]): string {
  const names = files.slice(0, LISTED_FILES).map((file) => path.relative(process.cwd(), file));
  const omitted = files.length > LISTED_FILES ? ` and ${files.length - LISTED_FILES} more` : '';
  const count = files.length === 1 ? '1 model file is' : `${files.length} model files are`;
  return (
    `${count} not in the cloud assembly: ${names.join(', ')}${omitted}. If the assembly is deployed from a different host or folder, ` +
    `${COPY_FILES_ADVICE}, otherwise to 'inPlace' ${rulePage('files.outside')}`
  );
}
