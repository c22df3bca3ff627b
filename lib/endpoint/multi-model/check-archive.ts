import { Finding, error } from '../../findings/finding';
import { TritonModel } from '../../model';
import { modelAndMembers } from '../../model/model-validation';

/** What the server looks for in config.pbtxt (triton-inference-server/server, src/sagemaker_server.cc, read 2026-11-21). */
const LOOKS_LIKE_ENSEMBLE = /platform:\s*"ensemble"/;

/** What the container could not make of a model's archive on a multi-model endpoint. */
export function checkArchive(model: TritonModel, field = 'model'): Finding[] {
  const models = modelAndMembers(model);
  return [
    ...models.filter(({ files }) => files?._location).map((each) => inS3(each, fieldOf(each, model, field))),

    ...manyModels(models, field),
  ];
}

function fieldOf(each: TritonModel, model: TritonModel, field: string): string {
  return each === model ? field : `${field}.members.${each.name}`;
}

function inS3({ files }: TritonModel, field: string): Finding {
  const key = files?._location?.key;
  return error(
    'sm.mme-datasource',
    `${field}.files`,
    `got '${key}' in S3 (ModelDataSource); allowed on a multi-model endpoint: local files, which are packed into the model's archive, ` +
      'or an archive that is uploaded to an open prefix',
  );
}

/** With several folders in an archive, the server takes the one that looks like an ensemble, else any. */
function manyModels(models: TritonModel[], field: string): Finding[] {
  if (models.length === 1) return [];
  const ensembles = models.filter(({ config }) => LOOKS_LIKE_ENSEMBLE.test(config.toText()));
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
