import { modelAndMembers } from '../../model/rules/model-validation';
import { TritonModel } from '../../model';
import { Finding, warning } from '../../findings/finding';

/**
 * Warns about models that compile for minutes when the first request arrives. Without a warmup, callers wait after each start and scale-out
 * (triton-inference-server/server#708: 5 min for TensorRT on a T4). TorchScript compiles in seconds and is not checked.
 */
export function checkColdStart(model: TritonModel): Finding[] {
  return modelAndMembers(model)
    .filter((checked) => checked.config._document.model_warmup.length === 0 && buildsEnginesAtRuntime(checked))
    .map((checked) => {
      const message =
        'got none; TensorRT builds its engines when the first requests arrive, after each start and scale-out: set Warmup.zeros() with the ' +
        'batch sizes of the traffic';
      return warning('warm.first-request', checked === model ? 'warmup' : `model '${checked.name}'.warmup`, message);
    });
}

function buildsEnginesAtRuntime({ backend, config }: TritonModel): boolean {
  const accelerators = config._document.optimization?.execution_accelerators?.gpu_execution_accelerator ?? [];
  return backend.name === 'onnxruntime' && accelerators.some(({ name }) => name === 'tensorrt');
}
