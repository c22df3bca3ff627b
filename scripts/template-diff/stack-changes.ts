import { PassThrough } from 'stream';
import { isDeepStrictEqual } from 'util';
import { formatDifferences, fullDiff } from '@aws-cdk/cloudformation-diff';
import { Template, withoutHashes, withoutTimestamps } from './template';

/** Describes the changes to a stack, as `cdk diff` does. A template is undefined if the stack does not exist. */
export function stackChanges(stack: string, before?: Template, after?: Template): string {
  if (!before) return `${stack}: new stack, ${sizeOf(after)}`;
  if (!after) return `${stack}: no such stack any more, had ${sizeOf(before)}`;
  const [oldTemplate, newTemplate] = [withoutTimestamps(before), withoutTimestamps(after)];
  const diff = fullDiff(withoutHashes(oldTemplate), withoutHashes(newTemplate));
  if (diff.isEmpty)
    return `${stack}: ${isDeepStrictEqual(oldTemplate, newTemplate) ? 'no difference' : 'only hashes changed'}`;
  const output = new PassThrough();
  formatDifferences(output, diff);
  return `${stack}:\n${String(output.read())}`;
}

function sizeOf({ Resources: resources = {} }: Template = {}): string {
  return `resources: ${Object.keys(resources).length}`;
}
