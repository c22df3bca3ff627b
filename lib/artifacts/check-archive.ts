import { Finding, error } from '../findings/finding';
import { TritonModel } from '../model';
import { modelAndMembers } from '../model/rules/model-validation';

/** The text by which the server recognizes an ensemble (triton-inference-server/server, src/sagemaker_server.cc, read 2026-11-21). */
const ENSEMBLE_PLATFORM = /platform:\s*"ensemble"/;

/** Checks that the container of a multi-model endpoint can load a model's archive. */
export function checkArchive(model: TritonModel, field = 'model'): Finding[] {
  const models = modelAndMembers(model);
  return [
    ...models
      .filter(({ files }) => files?._location)
      .map((member) => locationError(member, fieldOf(member, model, field))),
    ...checkModelCount(models, field),
  ];
}

function fieldOf(member: TritonModel, model: TritonModel, field: string): string {
  return member === model ? field : `${field}.members.${member.name}`;
}

function locationError({ files }: TritonModel, field: string): Finding {
  const key = files?._location?.key;
  return error(
    'sm.mme-datasource',
    `${field}.files`,
    `got '${key}' in S3 (ModelDataSource); allowed on a multi-model endpoint: local files, which are packed into the model's archive, ` +
      'or an archive that is uploaded to an open prefix',
  );
}

/** Checks archives with several model folders. The server loads only the ensemble, or an arbitrary model if the archive has no ensemble. */
function checkModelCount(models: TritonModel[], field: string): Finding[] {
  if (models.length === 1) return [];
  const ensembles = models.filter(({ config }) => ENSEMBLE_PLATFORM.test(config.toText()));
  if (ensembles.length === 1 && ensembles[0] === models[0]) return [];
  const names = models.map(({ name }) => name).join(', ');
  const got =
    ensembles.length === 0
      ? `got ${models.length} models without an ensemble (${names})`
      : `got ${ensembles.length} configurations with 'platform: "ensemble"' (${ensembles.map(({ name }) => name).join(', ')}) among ${names}`;
  return [
    error(
      'mme.archive-many',
      `${field}.members`,
      `${got}; allowed: one model, or one ensemble whose composing models are not ensembles, since the container would otherwise serve an arbitrary one of them`,
    ),
  ];
}

/** SageMaker's limit for `TargetModel` (API reference, InvokeEndpoint), minus the file extension and a version. */
const MAX_NAME_LENGTH = 980;

const NAME_PART = '[A-Za-z0-9][A-Za-z0-9_.-]*';
const NAME = new RegExp(`^${NAME_PART}(/${NAME_PART})*$`);

/** First release whose server rejects names that contain folders. */
const FIRST_RELEASE_WITHOUT_FOLDERS = '26.03';

/** Checks that requests can pass the name of the model as `TargetModel`. */
export function checkTarget(name: string, release: string, field = 'name'): Finding[] {
  if (!NAME.test(name) || name.length > MAX_NAME_LENGTH) {
    const allowed = `parts of letters, digits, '.', '_' and '-' with '/' between them, at most ${MAX_NAME_LENGTH} characters`;
    return [error('mme.target-name', field, `got '${name}'; allowed: ${allowed}`)];
  }
  if (!name.includes('/') || release < FIRST_RELEASE_WITHOUT_FOLDERS) return [];
  return [
    error(
      'mme.target-slash',
      field,
      `got '${name}'; allowed with Triton ${release}: a name without '/', or a release before ${FIRST_RELEASE_WITHOUT_FOLDERS}`,
    ),
  ];
}
