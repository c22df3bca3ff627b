import { Finding } from '../findings/finding';
import { ValidateOptions } from '../model-config';
import { validateConfigs } from '../model-config/validate';
import { applyRules, Rule } from '../findings/rule';
import { exampleRules } from './example-rules';
import { checkFiles } from './file-rules/check-files';
import { versionsToLoad } from './file-rules/version-folders';
import { withPropertyName } from './property-names';
import { problemOfKey } from './s3-key';
import type { TritonModel } from './triton-model';

/** All findings about a model, and, for an ensemble, about its members. */
export function validateModel(model: TritonModel, options: ValidateOptions): Finding[] {
  const models = modelAndMembers(model);
  const unreadable = models.flatMap((each) => inModel(each, model, applyRules(renderRules, each, options)));
  if (unreadable.length > 0) return unreadable;
  const aboutConfigs = configFindings(models, options);
  return models.flatMap((each) => {
    const { findings, decided } = checkFiles(each, options);
    const others = aboutConfigs(each).filter(({ ruleId }) => !decided.includes(ruleId));
    return inModel(each, model, [
      ...others,
      ...applyRules([...modelRules, ...exampleRules], each, options),
      ...findings,
    ]);
  });
}

/** The model, and the members of an ensemble, and theirs, each once. */
export function modelAndMembers(model: TritonModel): TritonModel[] {
  const found = new Map<string, TritonModel>();
  const visit = (each: TritonModel): void => {
    if (found.has(each.name)) return;
    found.set(each.name, each);
    each.members.forEach(visit);
  };
  visit(model);
  return [...found.values()];
}

function configFindings(models: TritonModel[], options: ValidateOptions): (model: TritonModel) => Finding[] {
  const [first] = models;
  // Files in S3 may hold members that are not known here.
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
      .filter((finding) => finding.model === model.config._json.name)
      .map(({ ruleId, field, message, severity }) => ({ ruleId, field, message, severity }));
}

function hasLocalFiles({ files }: TritonModel): boolean {
  return files !== undefined && !files._location && !files._problem;
}

function versionsOf(model: TritonModel): string[] {
  return versionsToLoad(model._entries(), model.config._document.version_policy);
}

function inModel(each: TritonModel, asked: TritonModel, findings: Finding[]): Finding[] {
  const prefix = each === asked ? '' : `members.${each.name}.`;
  return findings.map((finding) => ({ ...finding, field: prefix + withPropertyName(finding.field) }));
}

type ModelRule = Rule<TritonModel, ValidateOptions>;

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
      const inConfig = config._json.name;
      if (inConfig !== name) {
        yield {
          field: 'config',
          message: `has the name '${inConfig}'; allowed: '${name}', the name of the model's folder`,
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
    id: 'files.s3-key',
    *check({ files }) {
      const message = files?._location && problemOfKey(files._location.key);
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
    },
  },
  {
    id: 'io.side',
    *check(model) {
      for (const { field, options, side } of model._misplacedOptions()) {
        yield { field, message: `got ${options.join(', ')}, which ${side} do not have; leave it out` };
      }
    },
  },
];
