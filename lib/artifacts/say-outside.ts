import * as path from 'path';
import { Annotations, AspectPriority, Aspects, Stack } from 'aws-cdk-lib';
import { IConstruct } from 'constructs';
import { rulePage } from '../findings/rule-page';
import { COPY_FILES } from './asset-staging';
import { AssetStaging } from './packaging';

/** A line in a terminal has room for a few. */
const NAMED = 5;

const outside = new WeakMap<Stack, Set<string>>();

/** Says as information at synthesis, once for each stack, which files a deployment reads from where they are. */
export function sayOutside(scope: IConstruct, file: string): void {
  const stack = Stack.of(scope);
  const known = outside.get(stack);
  if (known) {
    known.add(file);
    return;
  }
  const files = new Set([file]);
  outside.set(stack, files);
  // When the app is synthesized, since other models of the stack come after the first one.
  const visit = (node: IConstruct): void => {
    if (node === stack) Annotations.of(stack).addInfoV2('cdk-sagemaker-triton:files.outside', messageOf([...files]));
  };
  Aspects.of(stack).add({ visit }, { priority: AspectPriority.READONLY });
}

function messageOf(files: string[]): string {
  const names = files.slice(0, NAMED).map((file) => path.relative(process.cwd(), file));
  const rest = files.length > NAMED ? ` and ${files.length - NAMED} more` : '';
  const count = files.length === 1 ? '1 model file is' : `${files.length} model files are`;
  return (
    `${count} not in the cloud assembly: ${names.join(', ')}${rest}. If the assembly is deployed from a different host or folder, ` +
    `${COPY_FILES}, otherwise to '${AssetStaging.IN_PLACE}' ${rulePage('files.outside')}`
  );
}
