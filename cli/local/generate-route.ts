import type { ModelSpec } from '../../lambda/smoke-test/test-plan';
import { LocalVariant } from './assembly';

/** The generate extension of Triton that a variant's `/invocations` is set to; undefined where it takes tensors. */
export function inferenceTypeOf({ environment, multiModel }: LocalVariant): ModelSpec['inferenceType'] {
  const type = environment.SAGEMAKER_TRITON_INFERENCE_TYPE;
  return !multiModel && (type === 'generate' || type === 'generate_stream') ? type : undefined;
}

/** The route of the server's HTTP port that does what `/invocations` of such a variant does. */
export function generateRoute(model: string, inferenceType: string): string {
  return `/v2/models/${encodeURIComponent(model)}/${inferenceType}`;
}
