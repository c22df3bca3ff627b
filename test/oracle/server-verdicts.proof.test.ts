import * as fc from 'fast-check';
import { ModelConfig, ValidateOptions } from '../../lib/model-config';
import { edgeCaseRows, publicRows } from '../model-config/corpus';
import { disagreement, errorIds } from './agreement';
import { Json, rarelyUnusual } from './generators/choice';
import { modelConfigs } from './generators/model-configs';
import { mutation } from './generators/mutations';
import { modelsOf, repositories } from './generators/repositories';
import { Oracle } from './server/oracle';
import { runs, sample } from '../setup/proof';

/** Release of the server, and the number of simulated GPUs. */
const OPTIONS = { tritonRelease: '24.10', gpuCount: 2 };

/** Shrinking is slow if the server crashes. Therefore, fast-check interrupts shrinking, and reports the smallest failure so far. */
const FAST_CHECK_OPTIONS = { interruptAfterTimeLimit: 480_000, markInterruptAsFailure: true };

let oracle: Oracle;

beforeAll(() => (oracle = new Oracle(OPTIONS.gpuCount)));

afterAll(() => oracle?.close());

const validate = (text: string, options: ValidateOptions = OPTIONS) =>
  errorIds(() => ModelConfig.fromText(text).validate(options));

let count = 0;
const nextName = () => `model_${count++}`;

test('server and library agree on public configurations and on edge cases', async () => {
  const rows = [
    ...publicRows.map((row, index) => ({
      ...row,
      name: (row.parsed as Json)?.name ?? `public_${index}`,
      id: row.path,
    })),
    ...edgeCaseRows.map((row) => ({ ...row, name: row.id, id: row.id })),
  ];
  const disagreements: string[] = [];
  for (const { name, id, config_pbtxt: text } of sample(rows, 60)) {
    if (text.includes('ensemble')) {
      await oracle.restart(); // other rows can have models with the names of the composing models
    }
    const verdict = await oracle.tryToLoad({ name: String(name), text });
    const difference = disagreement(verdict, validate(text));
    disagreements.push(...(difference ? [`${id}: ${difference}`] : []));
  }
  expect(disagreements).toEqual([]);
});

test('server and library agree on generated configurations', async () => {
  const property = fc.asyncProperty(modelConfigs(), fc.boolean(), async (json, hasName) => {
    const name = nextName();
    const text = ModelConfig.fromJson(hasName ? { ...json, name } : json).toText();
    expect(disagreement(await oracle.tryToLoad({ name, text }), validate(text))).toBeUndefined();
  });
  await fc.assert(property, { ...FAST_CHECK_OPTIONS, numRuns: runs(300, 30) });
});

test('without GPUs, server and library agree on generated instance groups', async () => {
  const options = { ...OPTIONS, gpuCount: 0 };
  const oracleWithoutGpus = new Oracle(options.gpuCount);
  const property = fc.asyncProperty(modelConfigs(['instances']), async (json) => {
    const text = ModelConfig.fromJson(json).toText();
    const verdict = await oracleWithoutGpus.tryToLoad({ name: nextName(), text });
    expect(disagreement(verdict, validate(text, options))).toBeUndefined();
  });
  try {
    await fc.assert(property, { ...FAST_CHECK_OPTIONS, numRuns: runs(50, 8) });
  } finally {
    await oracleWithoutGpus.close();
  }
});

test('server and library agree on valid and invalid changes of generated configurations', async () => {
  const property = fc.asyncProperty(modelConfigs(), mutation, async (json, mutate) => {
    const text = mutate(ModelConfig.fromJson(json).toText());
    expect(disagreement(await oracle.tryToLoad({ name: nextName(), text }), validate(text))).toBeUndefined();
  });
  await fc.assert(property, { ...FAST_CHECK_OPTIONS, numRuns: runs(200, 20) });
});

test('server and library agree on valid and invalid changes of public configurations', async () => {
  const accepted = publicRows.filter(
    ({ verdict, config_pbtxt: text }) => verdict === 'accept' && !text.includes('ensemble'),
  );
  const property = fc.asyncProperty(fc.constantFrom(...accepted), mutation, async (row, mutate) => {
    const name = nextName();
    const nameField = new RegExp(`name\\s*:\\s*"${(row.parsed as Json).name}"`);
    const text = mutate(row.config_pbtxt.replace(nameField, '')); // the server takes the name of the folder
    expect(disagreement(await oracle.tryToLoad({ name, text }), validate(text))).toBeUndefined();
  });
  await fc.assert(property, { ...FAST_CHECK_OPTIONS, numRuns: runs(400, 20) });
});

test('server and library agree on generated repositories with ensembles', async () => {
  const property = fc.asyncProperty(repositories(rarelyUnusual), async (generated) => {
    const models = modelsOf(generated, nextName());
    const configs = models.map((json) => ModelConfig.fromJson(json));
    const [ensemble, ...members] = configs.map((config, index) => ({
      name: String(models[index].name),
      text: config.toText(),
    }));
    const { kind, message } = await oracle.tryToLoad(ensemble, members);
    // The repository is complete, so a missing composing model is an error.
    const verdict = { kind: kind === 'accept' ? ('accept' as const) : ('reject' as const), message };
    const violatedRuleIds = errorIds(() => ModelConfig.validateRepository(configs, OPTIONS));
    expect(disagreement(verdict, violatedRuleIds)).toBeUndefined();
  });
  await fc.assert(property, { ...FAST_CHECK_OPTIONS, numRuns: runs(200, 20) });
});
