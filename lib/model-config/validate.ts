import { Finding, Severity } from '../findings/finding';
import { ServingTarget } from './serving-target';
import { repositoryContext, RepositoryContext } from './repository/context';
import { memberRules } from './repository/members';
import { tensorMappingRules } from './repository/tensor-mapping';
import { contextOf } from './rules/context';
import { hostedRules, loadingRules } from './rules/hosted';
import { duplicateIndices } from './rules/duplicates';
import { applyRules } from '../findings/rule';
import { serverRules } from './rules/server';
import { ModelConfigDocument } from './schema/schema';

/** Validates a single configuration. */
export function validateConfig(config: ModelConfigDocument, options: ServingTarget): Finding[] {
  const context = contextOf(config, options);
  const backendRules = options.instanceType ? hostedRules : options.backendRules ? loadingRules : [];
  return applyRules([...serverRules, ...backendRules], config, context);
}

/** Validates each configuration, and the tensor mapping of the ensembles. */
export function validateConfigs(
  configs: ModelConfigDocument[],
  options: ServingTarget,
  versions?: RepositoryContext['versions'],
): Finding[] {
  const context = repositoryContext(configs, versions);
  const duplicates = new Set(duplicateIndices(configs.map(({ name }) => name)));
  return configs.flatMap((config, index) =>
    [
      ...nameFindings(config.name, duplicates.has(index)),
      ...validateConfig(config, options),
      ...(config.ensemble_scheduling ? applyRules([...memberRules, ...tensorMappingRules], config, context) : []),
    ].map((finding) => ({ ...finding, model: config.name })),
  );
}

/** Returns a finding about a missing or repeated name, because a repository requires unique names. */
function nameFindings(name: string, isDuplicate: boolean): Finding[] {
  const location = { field: 'name', severity: Severity.ERROR };
  if (name === '') {
    return [
      {
        ...location,
        ruleId: 'name.required',
        message: 'a model in a repository needs a name; set the name of its folder',
      },
    ];
  }
  return isDuplicate
    ? [{ ...location, ruleId: 'name.unique', message: `two models in the repository are named '${name}'; rename one` }]
    : [];
}
