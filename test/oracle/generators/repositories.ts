import * as fc from 'fast-check';
import { Choose, Json } from './choice';
import { ensembleWithMembers, ITSELF, Repository } from './ensembles';

interface Ensemble extends Json {
  readonly ensemble_scheduling?: { readonly step?: readonly Json[] };
}

/** An ensemble with its members, of which some are ensembles, too. */
export function repositories(choose: Choose): fc.Arbitrary<Repository> {
  return ensembleWithMembers(choose).chain((flat) =>
    fc
      .tuple(fc.subarray(Object.keys(flat.members)), choose(fc.constant(undefined), fc.constant(ITSELF)))
      .map(([wrapped, circle]) =>
        wrapped.reduce(({ ensemble, members }, name) => {
          const inner = `${name}_inner`;
          return {
            ensemble,
            members: { ...members, [inner]: members[name], [name]: around(members[name], circle ?? inner) },
          };
        }, flat),
      ),
  );
}

/** An ensemble that does nothing but hand its tensors to a model. */
function around(model: Json, name: string): Json {
  const { max_batch_size, input, output } = model as Json & { readonly input: Json[]; readonly output: Json[] };
  const same = (tensors: Json[]) => Object.fromEntries(tensors.map((tensor) => [tensor.name, tensor.name]));
  const step = { model_name: name, model_version: '-1', input_map: same(input), output_map: same(output) };
  return { platform: 'ensemble', max_batch_size, input, output, ensemble_scheduling: { step: [step] } };
}

/** The models of a repository, the ensemble first, renamed so that no other repository has models of these names. */
export function modelsOf({ ensemble, members }: Repository, prefix: string): Json[] {
  const nameOf = (member: unknown) => (member === '' ? '' : member === ITSELF ? prefix : `${prefix}_${member}`);
  const renamed = (name: string, model: Ensemble): Json => {
    const { ensemble_scheduling: scheduling, ...rest } = model;
    const step = scheduling?.step?.map((each) => ({ ...each, model_name: nameOf(each.model_name) }));
    return { name, ...rest, ...(scheduling ? { ensemble_scheduling: step ? { step } : {} } : {}) };
  };
  return [renamed(prefix, ensemble), ...Object.entries(members).map(([member, json]) => renamed(nameOf(member), json))];
}
