import { ENSEMBLE_PLATFORM, MODEL_FORMATS } from '../../facts/backends';
import { Severity } from '../../findings/finding';
import { ConfigRule, configRules } from './context';

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

/** What to set instead of a backend that has the name of a platform. Undefined for other backends. */
export function adviceForPlatformName(name: string, release: string): string | undefined {
  const format = MODEL_FORMATS.find(({ platform }) => platform === name);
  const isPlatform = name === ENSEMBLE_PLATFORM || platformsOf(release).includes(name);
  const advice = [
    ...(isPlatform ? [`platform: '${name}' instead of backend`] : []),
    ...(format && !format.platformRequired ? [`backend: '${format.backend}'`] : []),
  ];
  return advice.join(', or ') || undefined;
}

export const backendRules: ConfigRule[] = configRules([
  {
    id: 'backend.required',
    severity: Severity.WARNING,
    // A name of the form `<model>.<backend>` also determines the backend (core, model_config_utils.cc, GetBackendNameFromModelName).
    when: ({ backend, name }, { isBackendKnown }) => !isBackendKnown && backend === '' && !name.includes('.'),
    at: 'backend',
    message:
      'neither backend nor platform is set, so Triton guesses from the file in the version folder; ' +
      "name the backend, e.g. backend: 'onnxruntime'",
  },
  {
    id: 'backend.unexpected-platform',
    when: (_, { backend, platform, isBackendKnown }) =>
      isBackendKnown && backend === '' && platform !== ENSEMBLE_PLATFORM,
    at: 'platform',
    message: (_, { platform, release }) =>
      `platform '${platform}' with no backend is unknown to Triton; allowed: ${platformsOf(release).join(', ')} and ` +
      `${ENSEMBLE_PLATFORM}; or set the backend by its name${platform === '' ? '' : `, e.g. backend: '${platform}'`}`,
  },
  {
    id: 'backend.unfilled',
    when: (_, { backend }) => /^\$\{\w+\}$/.test(backend),
    at: 'backend',
    message: (_, { backend }) =>
      `backend '${backend}' is the placeholder of an unfilled template; set the name of the backend, such as 'tensorrtllm'`,
  },
  {
    id: 'backend.platform-name',
    // Your own image can contain a backend with any name, and `runtime` names the library of the backend.
    severity: (_, { customImage }) => (customImage ? Severity.WARNING : Severity.ERROR),
    when: ({ runtime }, { backend, platform, release }) =>
      runtime === '' && platform !== ENSEMBLE_PLATFORM && adviceForPlatformName(backend, release),
    at: 'backend',
    message: (_, { backend, release }) =>
      `backend '${backend}' is the name of a platform, and Triton has no backend of this name; ` +
      `set ${adviceForPlatformName(backend, release)}`,
  },
  {
    id: 'backend.ensemble-no-backend',
    when: (_, { backend, platform }) => platform === ENSEMBLE_PLATFORM && backend !== '',
    at: 'backend',
    message: (config, { backend }) =>
      `an ensemble has no backend, but ${config.backend === '' ? 'default_model_filename makes it' : 'it is'} '${backend}'; leave it out`,
  },
  {
    id: 'backend.pair',
    when: (_, { backend, platform, isBackendKnown, release }) => {
      const allowed = platformsOf(release, backend);
      return isBackendKnown && platform !== ENSEMBLE_PLATFORM && allowed.length > 0 && !allowed.includes(platform);
    },
    at: 'platform',
    message: (_, { backend, platform, release }) =>
      `platform '${platform}' does not match backend '${backend}', which requires ${platformsOf(release, backend).join(' or ')}` +
      '; correct one of them, or leave platform out',
  },
]);
