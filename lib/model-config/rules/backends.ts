import { ENSEMBLE_PLATFORM, MODEL_FORMATS } from '../../facts/backends';
import { Severity } from '../../findings/finding';
import { ConfigRule } from './context';

/**
 * Returns the platforms that the server accepts for one backend, or for all backends. The list is empty if the server does not check the
 * platform of the backend.
 */
function platformsOf(release: string, backend?: string): string[] {
  return MODEL_FORMATS.filter((format) => format.accepted !== false && (format.since ?? '') <= release)
    .filter((format) => backend === undefined || format.backend === backend)
    .flatMap(({ platform }) => platform ?? [])
    .sort();
}

export const backendRules: ConfigRule[] = [
  {
    id: 'backend.required',
    severity: Severity.WARNING,
    *check({ backend, name }, { isBackendKnown }) {
      // A name of the form `<model>.<backend>` also determines the backend (core, model_config_utils.cc, GetBackendNameFromModelName).
      if (!isBackendKnown && backend === '' && !name.includes('.')) {
        yield {
          field: 'backend',
          message:
            'neither backend nor platform is set, so Triton guesses from the file in the version folder; ' +
            "name the backend, e.g. backend: 'onnxruntime'",
        };
      }
    },
  },
  {
    id: 'backend.unexpected-platform',
    *check(_, { backend, platform, isBackendKnown, release }) {
      if (isBackendKnown && backend === '' && platform !== ENSEMBLE_PLATFORM) {
        yield {
          field: 'platform',
          message:
            `platform '${platform}' with no backend is unknown to Triton; allowed: ${platformsOf(release).join(', ')} and ` +
            `${ENSEMBLE_PLATFORM}; ` +
            `or set the backend by its name${platform === '' ? '' : `, e.g. backend: '${platform}'`}`,
        };
      }
    },
  },
  {
    id: 'backend.ensemble-no-backend',
    *check(config, { backend, platform }) {
      if (platform === ENSEMBLE_PLATFORM && backend !== '') {
        const assignment =
          config.backend === '' ? `default_model_filename makes it '${backend}'` : `it is '${backend}'`;
        yield { field: 'backend', message: `an ensemble has no backend, but ${assignment}; leave it out` };
      }
    },
  },
  {
    id: 'backend.pair',
    *check(_, { backend, platform, isBackendKnown, release }) {
      const allowed = platformsOf(release, backend);
      if (isBackendKnown && platform !== ENSEMBLE_PLATFORM && allowed.length > 0 && !allowed.includes(platform)) {
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
