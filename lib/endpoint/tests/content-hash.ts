import { createHash } from 'crypto';
import { Lazy } from 'aws-cdk-lib';
import { ModelHost } from '../variant/model-host';
import { isUnresolved } from '../../findings/is-unresolved';

/** Hash of the models, images and instance types of variants. The smoke test runs again when the hash changes. */
export function contentHashOf(variants: ModelHost[]): string {
  const parts = variants.flatMap(({ pools, host }) => [
    ...pools.map(({ content }) => content.contentHash),
    host.image.release,
    ...pools.map(({ instanceType }) => instanceType.name),
    host.variantName,
  ]);
  const hash = (resolved: string[]): string => createHash('sha256').update(resolved.join('\n')).digest('hex');
  // The list of models of a multi-model endpoint is complete only when the stack is synthesized.
  return parts.some((part) => isUnresolved(part))
    ? Lazy.uncachedString({ produce: ({ resolve }) => hash(resolve(parts)) })
    : hash(parts);
}
