import * as fc from 'fast-check';
import { Choose, Json } from './choice';
import { ensembleWithMembers, ENSEMBLE_PLACEHOLDER, Repository } from './ensembles';

interface Ensemble extends Json {
  readonly ensemble_scheduling?: { readonly step?: readonly Json[] };
}

/** An ensemble with its composing models, some of which are ensembles too. */
export function repositories(choose: Choose): fc.Arbitrary<Repository> {
  return ensembleWithMembers(choose).chain((repository) =>
    fc
      .tuple(
        fc.subarray(Object.keys(repository.members)),
        choose(fc.constant(undefined), fc.constant(ENSEMBLE_PLACEHOLDER)),
      )
      .map(([wrappedNames, target]) =>
        wrappedNames.reduce(({ ensemble, members }, name) => {
          const inner = `${name}_inner`;
          return {
            ensemble,
            members: { ...members, [inner]: members[name], [name]: wrap(members[name], target ?? inner) },
          };
        }, repository),
      ),
  );
}

/** An ensemble with a single step, which passes the tensors of the ensemble to a model. */
function wrap(model: Json, name: string): Json {
  const { max_batch_size, input, output } = model as Json & { readonly input: Json[]; readonly output: Json[] };
  const identityMap = (tensors: Json[]) => Object.fromEntries(tensors.map((tensor) => [tensor.name, tensor.name]));
  const step = {
    model_name: name,
    model_version: '-1',
    input_map: identityMap(input),
    output_map: identityMap(output),
  };
  return { platform: 'ensemble', max_batch_size, input, output, ensemble_scheduling: { step: [step] } };
}

/** The models of a repository, with the prefix in each name, so that the names are unique. The ensemble is first. */
export function modelsOf({ ensemble, members }: Repository, prefix: string): Json[] {
  const nameOf = (member: unknown) =>
    member === '' ? '' : member === ENSEMBLE_PLACEHOLDER ? prefix : `${prefix}_${member}`;
  const rename = (name: string, model: Ensemble): Json => {
    const { ensemble_scheduling: scheduling, ...rest } = model;
    const step = scheduling?.step?.map((original) => ({ ...original, model_name: nameOf(original.model_name) }));
    return { name, ...rest, ...(scheduling ? { ensemble_scheduling: step ? { step } : {} } : {}) };
  };
  return [rename(prefix, ensemble), ...Object.entries(members).map(([member, json]) => rename(nameOf(member), json))];
}
