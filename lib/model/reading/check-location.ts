import * as path from 'path';
import { conversionAdvice } from '../files/conversion-advice';
import { inLanguageOfApp } from '../../findings/in-language-of-app';
import { joinNames } from '../../findings/join-names';
import { rulePage } from '../../findings/rule-page';
import { withoutTokens } from '../../findings/unresolved-values';
import { ModelConfig } from '../../model-config';
import { Backend } from '../values/backend';
import { versionsToLoad } from '../rules/version-folders';
import { findModelFolders } from './find-model-folders';
import { ModelLocation } from './model-location';

/** @throws if Triton would load a different version or file of the folder than the one in the path */
export function requireLoadedFile(location: ModelLocation, config: ModelConfig): void {
  const { files, version, fileName } = location;
  const { version_policy: policy, default_model_filename: configuredName } = config._document;
  const [newest] = versionsToLoad(files._content?.files ?? [], policy);
  if (version !== undefined && version !== newest) {
    const advice = 'set versionPolicy, or use TritonModel.fromDirectory';
    const loaded = newest === undefined ? 'no version' : `version ${newest}, the newest one that Triton loads`;
    throw locationError(location, `but requests use ${loaded}; ${advice}`, 'repo.default-file');
  }
  if (fileName !== undefined && configuredName && configuredName !== fileName) {
    throw locationError(
      location,
      `but default_model_filename (defaultModelFilename) is '${configuredName}'; set defaultModelFilename, or use TritonModel.fromDirectory`,
      'repo.default-file',
    );
  }
}

/** @throws if the path does not contain a model that the library can read */
export function requireModel(location: ModelLocation, backend: Backend): void {
  const { files, config } = location;
  if (!files._content && path.extname(files._source) === '.xml') {
    const weights = `${path.basename(files._source, '.xml')}.bin`;
    throw locationError(
      location,
      `an OpenVINO model, which also needs ${weights}; put only these two files in a folder, and use TritonModel.fromDirectory`,
      'repo.default-file',
    );
  }
  if (backend.name !== '' || backend.platform !== undefined) return;
  if (!files._content || location.fileName !== undefined) {
    throw locationError(
      location,
      `whose name does not contain the backend; ${conversionAdvice([location.fileName ?? files._source]) ?? 'allowed: .onnx, .pt, .plan, model.py and others, or any file with backend'}`,
      'backend.required',
    );
  }
  const models = config || files._versioned ? [] : findModelFolders(files._source);
  if (models.length > 0) {
    throw locationError(
      location,
      `which is not the folder of one model, but contains ${joinNames(models)}; use one of these folders, or TritonModel.fromRepository for the repository`,
      'files.missing',
    );
  }
}

function locationError({ reader, path: modelPath }: ModelLocation, problem: string, ruleId: string): Error {
  return new Error(inLanguageOfApp(`${reader}: got ${withoutTokens(modelPath)}, ${problem} ${rulePage(ruleId)}`));
}
