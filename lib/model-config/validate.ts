import { Finding, Severity } from '../findings/finding';
import { ServingTarget } from './serving-target';
import { repositoryContext, RepositoryContext } from './repository/context';
import { memberRules } from './repository/members';
import { wiringRules } from './repository/wiring';
import { contextOf } from './rules/context';
import { hostedRules, loadingRules } from './rules/hosted';
import { repeated } from './rules/repeated';
import { applyRules } from '../findings/rule';
import { serverRules } from './rules/server';
import { ModelConfigDocument } from './schema/schema';

/** Findings about one configuration by itself. */
export function validateConfig(config: ModelConfigDocument, options: ServingTarget): Finding[] {
  const context = contextOf(config, options);
  const others = options.instanceType ? hostedRules : options.backendRules ? loadingRules : [];
  return applyRules([...serverRules, ...others], config, context);
}

/** Findings about each configuration, and about the wiring of the ensembles among them. */
export function validateConfigs(
  configs: ModelConfigDocument[],
  options: ServingTarget,
  versions?: RepositoryContext['versions'],
): Finding[] {
  const context = repositoryContext(configs, versions);
  const again = new Set(repeated(configs.map(({ name }) => name)));
  return configs.flatMap((config, index) =>
    [
      ...nameFindings(config.name, again.has(index)),
      ...validateConfig(config, options),
      ...(config.ensemble_scheduling ? applyRules([...memberRules, ...wiringRules], config, context) : []),
    ].map((finding) => ({ ...finding, model: config.name })),
  );
}

/** The models of a repository are told apart by their names. */
function nameFindings(name: string, again: boolean): Finding[] {
  const at = { field: 'name', severity: Severity.ERROR };
  if (name === '') {
    return [
      { ...at, ruleId: 'name.required', message: 'a model in a repository needs a name; set the name of its folder' },
    ];
  }
  return again
    ? [{ ...at, ruleId: 'name.unique', message: `two models in the repository are named '${name}'; rename one` }]
    : [];
}
