import { modelAndMembers } from '../../model/model-validation';
import { TritonModel } from '../../model';
import { Finding, warning } from '../../findings/finding';

interface Optimization {
  readonly execution_accelerators?: { readonly gpu_execution_accelerator?: { readonly name?: string }[] };
}

/**
 * Models that compile when they are first asked: without a warmup that happens to users, after each start and scale-out
 * (triton-inference-server/server#708: 10 s instead of 200 ms; 5 min for TensorRT on a T4).
 */
export function checkColdStart(model: TritonModel): Finding[] {
  return modelAndMembers(model)
    .filter((each) => each.config._json.model_warmup === undefined)
    .flatMap((each) => {
      const compiler = compilerOf(each);
      if (compiler === undefined) return [];
      const message = `got none; ${compiler} when the first requests come, after each start and scale-out: give Warmup.zeros() with the batch sizes of the traffic`;
      return [warning('warm.first-request', each === model ? 'warmup' : `model '${each.name}'.warmup`, message)];
    });
}

function compilerOf({ backend, config }: TritonModel): string | undefined {
  if (backend.name === 'pytorch') return 'TorchScript is optimized';
  const { execution_accelerators: accelerators }: Optimization = config._json.optimization ?? {};
  const names = accelerators?.gpu_execution_accelerator?.map(({ name }) => name) ?? [];
  return backend.name === 'onnxruntime' && names.includes('tensorrt') ? 'TensorRT builds its engines' : undefined;
}
