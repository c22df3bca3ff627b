import { LAST_RELEASE_WITH_TENSORFLOW } from '../../../facts/backends';
import { newestPublishedUntil } from '../../../facts/triton-releases';
import { ConfigRule, configRules, partRules, withFields } from '../context';

/** Rules for the backends in NVIDIA's images, and rules for loading models that all backends share. */
export const releasedBackendRules: ConfigRule[] = [
  ...configRules([
    {
      id: 'backend.tensorflow-removed',
      when: (_, { backend, release, isReleaseKnown }) =>
        isReleaseKnown && backend === 'tensorflow' && release > LAST_RELEASE_WITH_TENSORFLOW,
      at: 'backend',
      message: (_, { release }) =>
        `Triton ${release} no longer includes the tensorflow backend; use ${newestPublishedUntil(LAST_RELEASE_WITH_TENSORFLOW)}, the newest published release with this backend, or export the model to ONNX`,
    },
  ]),
  ...partRules(
    ({ model_warmup: warmup }) => withFields(warmup, 'model_warmup'),
    [
      {
        id: 'warm.batch-max',
        when: ({ batch_size: size }, { backend }, { max_batch_size: maximum }) =>
          size > Math.max(maximum, 1) && backend !== '',
        at: '.batch_size',
        message: ({ batch_size: size }, _, { max_batch_size: maximum }) => {
          const allowed = Math.max(maximum, 1);
          return `batch_size ${size} is above ${allowed}, the largest possible batch (max_batch_size ${maximum}); use 1 to ${allowed}`;
        },
      },
    ],
  ),
];
