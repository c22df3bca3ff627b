import { Finding } from '../../findings/finding';
import { applyRules, Rule } from '../../findings/rule';
import type { ValidateOptions } from '../../model-config';
import { validateConfigs } from '../../model-config/validate';
import { exampleRules } from './example-rules';
import { checkFiles } from './check-files';
import { versionsToLoad } from './version-folders';
import type { ModelDefinition } from '../definition/model-definition';
import { withPropertyName } from '../definition/model-fields';
import { LOCK_FILE } from '../folder/model-lock';
import { explainBatchSize, isAboutBatches } from '../definition/read-batch-size';
import { keyProblem } from '../files/s3-key';
import { unusedConfigRules } from './unused-config-rules';

/** All findings about a model and its members. */
export function validateModel(model: ModelDefinition, options: ValidateOptions): Finding[] {
  const models = modelAndMembers(model);
  const renderFindings = models.flatMap((current) =>
    withMemberPath(current, model, applyRules(renderRules, current, options)),
  );
  if (renderFindings.length > 0) return renderFindings;
  const findingsOfConfig = validateModelConfigs(models, options);
  const ownFindings = (current: ModelDefinition, findings: Finding[]): Finding[] =>
    withMemberPath(current, model, explainBatchSizes(current, findings));
  const modelFindings = models.flatMap((current) => {
    const { findings, supersededRuleIds } = checkFiles(current, options);
    const remainingFindings = findingsOfConfig(current).filter(({ ruleId }) => !supersededRuleIds.includes(ruleId));
    const allFindings = [
      ...remainingFindings,
      ...applyRules([...modelRules, ...unusedConfigRules], current, options),
      ...findings,
    ];
    return ownFindings(current, allFindings);
  });
  // An example that differs from an incorrect configuration can be correct, so the findings about examples follow those about the causes.
  const exampleFindings = models.flatMap((current) => ownFindings(current, applyRules(exampleRules, current, options)));
  return [...modelFindings, ...exampleFindings];
}

/** Returns the model, its members (the models that it uses) and, recursively, their members, without duplicates. */
export function modelAndMembers<Model extends { readonly name: string; readonly members: Model[] }>(
  model: Model,
): Model[] {
  const modelsByName = new Map<string, Model>();
  const visit = (each: Model): void => {
    if (modelsByName.has(each.name)) return;
    modelsByName.set(each.name, each);
    each.members.forEach(visit);
  };
  visit(model);
  return [...modelsByName.values()];
}

/** Validates the config.pbtxt of all models. The returned function returns the findings of one of the models. */
function validateModelConfigs(
  models: ModelDefinition[],
  options: ValidateOptions,
): (model: ModelDefinition) => Finding[] {
  const [first] = models;
  // An ensemble with files in S3 can use models that are unknown at synth, so the rules for its steps do not apply.
  if (models.length === 1 && (first.backend.platform !== 'ensemble' || first.files)) {
    return (model) => model.config.validate(options);
  }
  const versions = new Map(models.filter(hasLocalFiles).map((model) => [model.name, versionsOf(model)]));
  const findings = validateConfigs(
    models.map(({ config }) => config._document),
    options,
    versions,
  );
  return (model) =>
    findings
      .filter((finding) => finding.model === model.config._document.name)
      .map(({ ruleId, field, message, severity }) => ({ ruleId, field, message, severity }));
}

function hasLocalFiles({ files }: ModelDefinition): boolean {
  return files !== undefined && !files._location && !files._problem;
}

function versionsOf(model: ModelDefinition): string[] {
  return versionsToLoad(model._entries(), model.config._document.version_policy);
}

/** Prefixes the fields of a member's findings with the path of the member. */
function withMemberPath(current: ModelDefinition, root: ModelDefinition, findings: Finding[]): Finding[] {
  const prefix = current === root ? '' : `members.${current.name}.`;
  return findings.map((finding) => ({ ...finding, field: prefix + withPropertyName(finding.field) }));
}

/** Adds the reason for a maximum batch size that the user did not set to the findings about batches. */
function explainBatchSizes({ _reading: reading }: ModelDefinition, findings: Finding[]): Finding[] {
  const { batchSize } = reading ?? {};
  if (!batchSize) return findings;
  return findings.map((finding) =>
    isAboutBatches(finding) ? { ...finding, message: `${finding.message}; ${explainBatchSize(batchSize)}` } : finding,
  );
}

type ModelRule = Rule<ModelDefinition, ValidateOptions>;

const renderRules: ModelRule[] = [
  {
    id: 'config.value',
    *check(model) {
      if (model._problem) yield model._problem;
    },
  },
];

const modelRules: ModelRule[] = [
  {
    id: 'name.directory',
    *check({ name, config }) {
      const { name: nameInConfig } = config._document;
      if (nameInConfig !== name) {
        yield {
          field: 'config',
          message: `has the name '${nameInConfig}'; allowed: '${name}', the name of the model's folder`,
        };
      }
    },
  },
  {
    id: 'files.required',
    *check({ backend, files }) {
      if (!files && backend.platform !== 'ensemble') {
        yield {
          field: 'files',
          message:
            'got none; allowed: ModelFiles.fromFile, ModelFiles.fromDirectory or ModelFiles.fromS3 (only an ensemble has no files)',
        };
      }
    },
  },
  {
    id: 'lock.tensors',
    *check({ _reading: reading, inputs, outputs }) {
      if (!reading?.batchSize?.isAbsent || inputs.length === 0 || outputs.length === 0) return;
      yield {
        field: 'max_batch_size',
        message: `got none; it is inferred from the model file, which is only listed in ${LOCK_FILE}; set it to synthesize without the file, 0 if the model accepts no batches`,
      };
    },
  },
  {
    id: 'py.packages',
    *check(model) {
      const reason = model.pythonPackages && reasonWithoutPackages(model);
      if (reason) yield { field: 'pythonPackages', message: `got packages, but ${reason}` };
    },
  },
  {
    id: 'files.s3-key',
    *check({ files }) {
      const message = files?._location && keyProblem(files._location.key);
      if (message) yield { field: 'files', message };
    },
  },
  {
    id: 'ens.member-name',
    *check({ members }) {
      for (const member of members) {
        const other = members.find(({ name }) => name === member.name);
        if (other !== member && other?.config.toText() !== member.config.toText()) {
          yield {
            field: 'members',
            message: `has two different models with the name '${member.name}'; use a unique name for each`,
          };
        }
      }
      const packagesByName = new Map<string, ModelDefinition['pythonPackages']>();
      for (const { name, pythonPackages } of withAllMembers(members)) {
        if (packagesByName.has(name) && packagesByName.get(name) !== pythonPackages) {
          yield {
            field: 'members',
            message: `uses the model '${name}' with and without pythonPackages, or with different ones; use the same model`,
          };
        }
        packagesByName.set(name, pythonPackages);
      }
    },
  },
];

/** The models and the models that they use, also those with the same name. */
function withAllMembers(models: ModelDefinition[], found = new Set<ModelDefinition>()): Set<ModelDefinition> {
  for (const model of models.filter((each) => !found.has(each))) withAllMembers(model.members, found.add(model));
  return found;
}

/** The reason why no packages can be deployed with a model. */
function reasonWithoutPackages({
  backend,
  files,
  config,
  members,
  pythonPackages,
}: ModelDefinition): string | undefined {
  if (files?._location) {
    return 'files in S3 are served unchanged; add the packages to the version folder there, or use ModelFiles.fromDirectory';
  }
  if (backend.platform === 'ensemble') {
    const isUsed = members.some((member) => member.pythonPackages === pythonPackages);
    return isUsed
      ? undefined
      : 'no model of the ensemble is a Python model without packages or an environment of its own';
  }
  if (backend.name !== 'python') {
    return `models of the backend '${backend.name}' do not import packages; allowed: Backend.PYTHON, or an ensemble with such a model`;
  }
  const environment = config._document.parameters.get('EXECUTION_ENV_PATH')?.string_value;
  return environment
    ? `the parameter EXECUTION_ENV_PATH names the environment ${environment}; add the packages there, or remove the parameter`
    : undefined;
}
