import type { ServingTarget } from '../../model-config/serving-target';
import { compareVersions } from '../../platform/cuda';
import { firstReleaseWith, tensorRtOf } from '../../platform/tensorrt';
import { DataType } from '../data-type';
import { OnnxTensor } from '../readers/onnx-graph';
import { FileRule, LocalModel } from './local-model';
import { matched } from './onnx-files';

/** The first version that keeps 64-bit integers (docs/Changelog.md of onnx/onnx-tensorrt, 9.0 EA; read 2026-11-22). */
const FIRST_WITH_INT64 = '9.0';

export const engineTypeRules: FileRule[] = [
  {
    id: 'engine.int64',
    *check(model, options) {
      for (const { tensor, known, field, source } of matched(model)) {
        if (!isNarrowed(model, known, options) || tensor.data_type === DataType.INT32.name) continue;
        yield {
          field: `${field}.data_type`,
          message:
            `got ${tensor.data_type} for '${tensor.name}', as in ${source}; TensorRT ${tensorRtOf(options.tritonRelease)?.version} of ` +
            `Triton ${options.tritonRelease} converts it to TYPE_INT32: declare inputs and outputs with TYPE_INT32, or use Triton ` +
            `${firstReleaseWith(FIRST_WITH_INT64)?.release} or newer`,
        };
      }
    },
  },
];

/** Whether an engine that is built has 32-bit integers where its graph has 64-bit ones. */
export function isNarrowed(
  model: LocalModel,
  known: OnnxTensor,
  { tritonRelease, customImage }: ServingTarget,
): boolean {
  const version = customImage ? undefined : tensorRtOf(tritonRelease)?.version;
  if (version === undefined || compareVersions(version, FIRST_WITH_INT64) >= 0) return false;
  return known.dataType === DataType.INT64 && model.files.some(({ build }) => build !== undefined);
}
