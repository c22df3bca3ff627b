import * as path from 'path';
import { Finding } from '../../lib/findings/finding';
import { TritonModel } from '../../lib/model';
import { checkFiles } from '../../lib/model/file-rules/check-files';
import { LocalVariant } from './local-variants';
import { PreparedModel, releaseOf } from './server-runtime';

/** The rules about the Python environment and the imports of a model, which check against the packages of the image, not of this host. */
const RULES = /^py\.(?:env-|import$)/;

/** Matches images that AWS builds. */
export const AWS_IMAGE = /\/sagemaker-tritonserver:/;

/**
 * Finds Python packages that models require and that the image lacks, even if this host contains them.
 *
 * @param repository the model repository
 */
export function pythonFindings(
  repository: string,
  models: PreparedModel[],
  { image, ...variant }: LocalVariant,
): Finding[] {
  const options = { tritonRelease: releaseOf({ image, ...variant }), customImage: !AWS_IMAGE.test(image) };
  return models
    .filter(({ backend }) => backend === 'python')
    .flatMap(
      ({ name }) =>
        checkFiles(TritonModel.fromDirectory(path.join(repository, name), { examples: [] }), options).findings,
    )
    .filter(({ ruleId }) => RULES.test(ruleId));
}
