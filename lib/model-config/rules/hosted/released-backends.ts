import { LAST_RELEASE_WITH_TENSORFLOW } from '../../../facts/backends';
import { ConfigRule } from '../context';

/** Rules for the backends in NVIDIA's images, and rules for loading models that all backends share. */
export const releasedBackendRules: ConfigRule[] = [
  {
    id: 'backend.tensorflow-removed',
    *check(_, { backend, release, isReleaseKnown }) {
      if (isReleaseKnown && backend === 'tensorflow' && release > LAST_RELEASE_WITH_TENSORFLOW) {
        yield {
          field: 'backend',
          message: `Triton ${release} no longer includes the tensorflow backend; use ${LAST_RELEASE_WITH_TENSORFLOW}, or export the model to ONNX`,
        };
      }
    },
  },
  {
    id: 'warm.batch-max',
    *check({ model_warmup: warmup, max_batch_size: maximum }, { backend }) {
      const allowed = Math.max(maximum, 1);
      for (const [index, { batch_size: size }] of warmup.entries()) {
        if (size > allowed && backend !== '') {
          yield {
            field: `model_warmup[${index}].batch_size`,
            message: `batch_size ${size} is above ${allowed}, the largest possible batch (max_batch_size ${maximum}); set 1 to ${allowed}`,
          };
        }
      }
    },
  },
];
