import { modelAndMembers } from '../../model/model-validation';
import { TritonModel } from '../../model';
import { Finding, warning } from '../../findings/finding';

interface Optimization {
  readonly execution_accelerators?: { readonly gpu_execution_accelerator?: { readonly name?: string }[] };
}

/**
 * Models that compile for minutes when they are first asked: without a warmup that happens to users, after each start and scale-out
 * (triton-inference-server/server#708: 5 min for TensorRT on a T4). TorchScript, which takes seconds, is on the page of the rule only.
 */
export function checkColdStart(model: TritonModel): Finding[] {
  return modelAndMembers(model)
    .filter((each) => each.config._json.model_warmup === undefined && buildsEngines(each))
    .map((each) => {
      const message =
        'got none; TensorRT builds its engines when the first requests arrive, after each start and scale-out: set Warmup.zeros() with the ' +
        'batch sizes of the traffic';
      return warning('warm.first-request', each === model ? 'warmup' : `model '${each.name}'.warmup`, message);
    });
}

function buildsEngines({ backend, config }: TritonModel): boolean {
  const { execution_accelerators: accelerators }: Optimization = config._json.optimization ?? {};
  const names = accelerators?.gpu_execution_accelerator?.map(({ name }) => name) ?? [];
  return backend.name === 'onnxruntime' && names.includes('tensorrt');
}
