import * as fc from 'fast-check';
import { ModelConfig } from '../../lib/model-config';
import { probeRows, publicRows } from '../model-config/corpus';
import { disagreement, refusals } from './agreement';
import { boldly, Json } from './generators/choice';
import { Repository, repository } from './generators/ensembles';
import { modelConfigs } from './generators/model-configs';
import { mutation } from './generators/mutations';
import { GPUS, Model, Oracle } from './server/oracle';

/** What the real server is, and sees. */
const OPTIONS = { tritonRelease: '24.10', gpuCount: GPUS };

const SEED = Number(process.env.ORACLE_SEED ?? Date.now() % 2 ** 31);

jest.setTimeout(180_000);

let oracle: Oracle;

beforeAll(() => {
  console.info(`repeat with: ORACLE_SEED=${SEED}`);
  oracle = new Oracle();
});

afterAll(() => oracle.close());

const validate = (text: string) => refusals(() => ModelConfig.fromText(text).validate(OPTIONS));

let count = 0;
const nextName = () => `model_${count++}`;

test('on the corpus', async () => {
  const rows = [
    ...publicRows.map((row, index) => ({ ...row, name: (row.parsed as Json)?.name ?? `public_${index}`, of: row.path })),
    ...probeRows.map((row) => ({ ...row, name: row.id, of: row.id })),
  ];
  const disagreements: string[] = [];
  for (const { name, of, config_pbtxt: text } of rows) {
    if (text.includes('ensemble')) {
      await oracle.forget(); // judged alone: by chance, other rows have the names of its members
    }
    const verdict = await oracle.judge({ name: String(name), text });
    const found = disagreement(verdict, validate(text));
    disagreements.push(...(found ? [`${of}: ${found}`] : []));
  }
  expect(disagreements).toEqual([]);
});

test('on generated configurations', async () => {
  const property = fc.asyncProperty(modelConfigs(), fc.boolean(), async (json, named) => {
    const name = nextName();
    const text = ModelConfig.fromJson(named ? { ...json, name } : json).toText();
    expect(disagreement(await oracle.judge({ name, text }), validate(text))).toBeUndefined();
  });
  await fc.assert(property, { seed: SEED, numRuns: 600 });
});

test('on texts that no printer prints', async () => {
  const property = fc.asyncProperty(modelConfigs(), mutation, async (json, mutate) => {
    const text = mutate(ModelConfig.fromJson(json).toText());
    expect(disagreement(await oracle.judge({ name: nextName(), text }), validate(text))).toBeUndefined();
  });
  await fc.assert(property, { seed: SEED, numRuns: 400 });
});

test('on generated repositories with an ensemble', async () => {
  const property = fc.asyncProperty(repository(boldly), async (generated) => {
    const [ensemble, ...members] = named(generated, nextName());
    const configs = [ensemble, ...members].map(({ text }) => ModelConfig.fromText(text));
    const { kind, message } = await oracle.judge(ensemble, members);
    // With all there is in the repository, a missing member is an error.
    const verdict = { kind: kind === 'accept' ? ('accept' as const) : ('reject' as const), message };
    const refusedBy = refusals(() => ModelConfig.validateRepository(configs, OPTIONS));
    expect(disagreement(verdict, refusedBy)).toBeUndefined();
  });
  await fc.assert(property, { seed: SEED, numRuns: 200 });
});

/** The models of a generated repository, the ensemble first, under names that no other repository has. */
function named({ ensemble, members }: Repository, prefix: string): Model[] {
  const nameOf = (member: string) => `${prefix}_${member}`;
  const { ensemble_scheduling: scheduling, ...rest } = ensemble as { ensemble_scheduling?: { step?: Json[] } };
  const step = scheduling?.step?.map(({ model_name: model, ...other }) => ({
    model_name: model === '' ? '' : nameOf(String(model)),
    ...other,
  }));
  const renamed = { ...rest, name: prefix, ...(scheduling ? { ensemble_scheduling: { ...scheduling, ...(step ? { step } : {}) } } : {}) };
  return [
    { name: prefix, text: ModelConfig.fromJson(renamed).toText() },
    ...Object.entries(members).map(([member, json]) => ({
      name: nameOf(member),
      text: ModelConfig.fromJson({ ...json, name: nameOf(member) }).toText(),
    })),
  ];
}
