import * as path from 'path';
import { Finding } from '../../lib/findings/finding';
import { TritonModel } from '../../lib/model';
import { checkFiles } from '../../lib/model/file-rules/check-files';
import { LocalVariant } from './assembly';
import { releaseOf, ServedModel } from './engine';

/** What synth says of a model's Python, its environment and its imports. It holds here, too, whatever this machine has. */
const RULES = /^py\.(?:env-|import$)/;

/** A repository of AWS's images. */
const AWS_IMAGE = /\/sagemaker-tritonserver:/;

/**
 * What the image lacks that Python models need, as synth says it: this machine may have it all the same.
 *
 * @param repository the folder of the models
 */
export function pythonFindings(
  repository: string,
  models: ServedModel[],
  { image, ...variant }: LocalVariant,
): Finding[] {
  const options = { tritonRelease: releaseOf({ image, ...variant }), customImage: !AWS_IMAGE.test(image) };
  return models
    .filter(({ backend }) => backend === 'python')
    .flatMap(({ name }) => checkFiles(TritonModel.fromDirectory(path.join(repository, name)), options).findings)
    .filter(({ ruleId }) => RULES.test(ruleId));
}
