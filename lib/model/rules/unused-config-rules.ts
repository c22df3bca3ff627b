import { isDeepStrictEqual } from 'util';
import { Severity } from '../../findings/finding';
import { joinNames } from '../../findings/join-names';
import { Rule } from '../../findings/rule';
import { ModelConfig, ValidateOptions } from '../../model-config';
import { isOnDisk } from '../folder/folder-content';
import type { ModelDefinition } from '../definition/model-definition';
import type { ModelFiles } from '../files/model-files';

/** Rules for config.pbtxt files that have no effect. */
export const unusedConfigRules: Rule<ModelDefinition, ValidateOptions>[] = [
  {
    id: 'files.config-unused',
    severity: Severity.WARNING,
    *check({ files, config, _reading: reading }) {
      const unusedFields = files && !reading && !files._problem ? unusedConfigFields(files, config) : [];
      if (unusedFields.length === 0) return;
      yield {
        field: 'files',
        message: `ModelFiles.fromDirectory does not read ${files?._source}/config.pbtxt, which sets ${joinNames(unusedFields)} differently; use TritonModel.fromDirectory, whose second argument overrides its properties, or delete the config.pbtxt`,
      };
    },
  },
  {
    id: 'files.config-unused',
    severity: Severity.WARNING,
    *check({ files }) {
      const isUnread = (path: string): boolean => /^\d+\/config\.pbtxt$/.test(path);
      const path = files?._problem ? undefined : files?._content?.files.map((each) => each.path).find(isUnread);
      if (path === undefined) return;
      yield { field: 'files', message: `got ${path}, which Triton does not read; move it to the model's folder` };
    },
  },
];

/** The fields that a config.pbtxt among the files sets differently than the model's configuration. */
function unusedConfigFields(files: ModelFiles, config: ModelConfig): string[] {
  if (!files._content?.files.some((file) => file.path === 'config.pbtxt' && isOnDisk(file))) return [];
  const used = config.toJson();
  try {
    const fieldsInFolder = Object.entries(ModelConfig.fromDirectory(files._source).toJson());
    return fieldsInFolder.filter(([name, value]) => !isDeepStrictEqual(value, used[name])).map(([name]) => name);
  } catch {
    return ['its content']; // it cannot be parsed
  }
}
