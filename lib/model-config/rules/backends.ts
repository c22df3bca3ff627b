import { Severity } from '../../findings/finding';
import { ConfigRule } from './context';
import { AOTI_RELEASE } from './resolve-backend';

/** Backends that the server pairs with platforms; any other backend goes with every platform. */
function platformsOf(backend: string, release: string): string[] | undefined {
  switch (backend) {
    case 'tensorflow':
      return ['tensorflow_graphdef', 'tensorflow_savedmodel'];
    case 'tensorrt':
      return ['tensorrt_plan'];
    case 'onnxruntime':
      return ['onnxruntime_onnx'];
    case 'pytorch':
      return release < AOTI_RELEASE ? ['pytorch_libtorch'] : ['pytorch_libtorch', 'torch_aoti'];
    default:
      return undefined;
  }
}

export const backendRules: ConfigRule[] = [
  {
    id: 'backend.required',
    severity: Severity.WARNING,
    *check({ backend, name }, { known }) {
      // The name `<model>.<backend>` decides, too (core, model_config_utils.cc, GetBackendNameFromModelName).
      if (!known && backend === '' && !name.includes('.')) {
        yield {
          field: 'backend',
          message:
            'neither backend nor platform is given, so Triton guesses from the file in the version folder; ' +
            "name the backend, e.g. backend: 'onnxruntime'",
        };
      }
    },
  },
  {
    id: 'backend.unexpected-platform',
    *check(_, { backend, platform, known }) {
      if (known && backend === '' && platform !== 'ensemble') {
        yield {
          field: 'platform',
          message:
            `platform '${platform}' with no backend is unknown to Triton; allowed: tensorrt_plan, ` +
            'onnxruntime_onnx, pytorch_libtorch, tensorflow_savedmodel, tensorflow_graphdef and ensemble; ' +
            `or set the backend by its name${platform === '' ? '' : `, e.g. backend: '${platform}'`}`,
        };
      }
    },
  },
  {
    id: 'backend.ensemble-no-backend',
    *check(config, { backend, platform }) {
      if (platform === 'ensemble' && backend !== '') {
        const given = config.backend === '' ? `default_model_filename makes it '${backend}'` : `it is '${backend}'`;
        yield { field: 'backend', message: `an ensemble has no backend, but ${given}; leave it out` };
      }
    },
  },
  {
    id: 'backend.pair',
    *check(_, { backend, platform, known, release }) {
      const allowed = platformsOf(backend, release);
      if (known && platform !== 'ensemble' && allowed && !allowed.includes(platform)) {
        yield {
          field: 'platform',
          message:
            `platform '${platform}' does not match backend '${backend}', which requires ${allowed.join(' or ')}` +
            '; correct one of them, or leave platform out',
        };
      }
    },
  },
];
