import type { ServingTarget } from '../../../model-config/serving-target';
import { compareVersions } from '../../../facts/versions';
import { firstReleaseWithTensorRt, tensorRtOf } from '../../../facts/tensorrt';
import { DataType } from '../../values/data-type';
import { OnnxTensor } from '../../folder/readers/onnx-graph';
import { buildOf } from '../../engine/engine-build';
import type { FileRule, LocalModel } from '../local-model';
import { matchTensors } from '../onnx-files';

/** First TensorRT version that keeps 64-bit integers (docs/Changelog.md of onnx/onnx-tensorrt, 9.0 EA; read 2026-11-22). */
const FIRST_VERSION_WITH_INT64 = '9.0';

/** Rules for data types that TensorRT converts. */
export const engineTypeRules: FileRule[] = [
  {
    id: 'engine.int64',
    *check(model, options) {
      for (const { tensor, graphTensor, field, source } of matchTensors(model)) {
        if (!isConvertedToInt32(model, graphTensor, options) || tensor.data_type === DataType.INT32.name) continue;
        yield {
          field: `${field}.data_type`,
          message:
            `got ${tensor.data_type} for '${tensor.name}', as in ${source}; TensorRT ${tensorRtOf(options.tritonRelease)?.version} of ` +
            `Triton ${options.tritonRelease} converts it to TYPE_INT32: declare inputs and outputs with TYPE_INT32, or use Triton ` +
            `${firstReleaseWithTensorRt(FIRST_VERSION_WITH_INT64)?.release} or newer`,
        };
      }
    },
  },
];

/** Whether the build of an engine converts a tensor from 64-bit to 32-bit integers. */
export function isConvertedToInt32(
  model: LocalModel,
  graphTensor: OnnxTensor,
  { tritonRelease, customImage }: ServingTarget,
): boolean {
  const version = customImage ? undefined : tensorRtOf(tritonRelease)?.version;
  if (version === undefined || compareVersions(version, FIRST_VERSION_WITH_INT64) >= 0) return false;
  return graphTensor.dataType === DataType.INT64 && buildOf(model) !== undefined;
}
