import * as fc from 'fast-check';
import { ModelConfig, ValidateOptions } from '../../lib/model-config';
import { probeRows, publicRows } from '../model-config/corpus';
import { disagreement, refusals } from './agreement';
import { Json, seldom } from './generators/choice';
import { modelConfigs } from './generators/model-configs';
import { mutation } from './generators/mutations';
import { modelsOf, repositories } from './generators/repositories';
import { Oracle } from './server/oracle';

/** What the real server is, and believes to see. */
const OPTIONS = { tritonRelease: '24.10', gpuCount: 2 };

const SEED = Number(process.env.ORACLE_SEED ?? Date.now() % 2 ** 31);

/** Where the server crashes, shrinking takes long: what was found until then is told. */
const RUN = { seed: SEED, interruptAfterTimeLimit: 480_000, markInterruptAsFailure: true };

let oracle: Oracle;

beforeAll(() => {
  console.info(`repeat with: ORACLE_SEED=${SEED}`);
  oracle = new Oracle(OPTIONS.gpuCount);
});

afterAll(() => oracle?.close());

const validate = (text: string, options: ValidateOptions = OPTIONS) =>
  refusals(() => ModelConfig.fromText(text).validate(options));

let count = 0;
const nextName = () => `model_${count++}`;

test('on the corpus', async () => {
  const rows = [
    ...publicRows.map((row, index) => ({
      ...row,
      name: (row.parsed as Json)?.name ?? `public_${index}`,
      of: row.path,
    })),
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
  await fc.assert(property, { ...RUN, numRuns: 600 });
});

test('on generated instances, on a machine without GPU', async () => {
  const options = { ...OPTIONS, gpuCount: 0 };
  const withoutGpu = new Oracle(options.gpuCount);
  const property = fc.asyncProperty(modelConfigs(['instances']), async (json) => {
    const text = ModelConfig.fromJson(json).toText();
    const verdict = await withoutGpu.judge({ name: nextName(), text });
    expect(disagreement(verdict, validate(text, options))).toBeUndefined();
  });
  try {
    await fc.assert(property, { ...RUN, numRuns: 100 });
  } finally {
    await withoutGpu.close();
  }
});

test('on texts that no printer prints', async () => {
  const property = fc.asyncProperty(modelConfigs(), mutation, async (json, mutate) => {
    const text = mutate(ModelConfig.fromJson(json).toText());
    expect(disagreement(await oracle.judge({ name: nextName(), text }), validate(text))).toBeUndefined();
  });
  await fc.assert(property, { ...RUN, numRuns: 400 });
});

test('on generated repositories with ensembles', async () => {
  const property = fc.asyncProperty(repositories(seldom), async (generated) => {
    const models = modelsOf(generated, nextName());
    const configs = models.map((json) => ModelConfig.fromJson(json));
    const [ensemble, ...members] = configs.map((config, index) => ({
      name: String(models[index].name),
      text: config.toText(),
    }));
    const { kind, message } = await oracle.judge(ensemble, members);
    // With all there is in the repository, a missing member is an error.
    const verdict = { kind: kind === 'accept' ? ('accept' as const) : ('reject' as const), message };
    const refusedBy = refusals(() => ModelConfig.validateRepository(configs, OPTIONS));
    expect(disagreement(verdict, refusedBy)).toBeUndefined();
  });
  await fc.assert(property, { ...RUN, numRuns: 200 });
});
