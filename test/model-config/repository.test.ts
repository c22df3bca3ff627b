import { ModelConfig } from '../../lib/model-config';
import { Severity } from '../../lib/findings/finding';
import { memberRules } from '../../lib/model-config/repository/members';
import { wiringRules } from '../../lib/model-config/repository/wiring';
import { probeRows, publicRows } from './corpus';
import { STEP, STEP_2 } from './examples/example';

const tensor = (side: string, name: string, type = 'FP32', dims = '4') =>
  `${side} { name: "${name}" data_type: TYPE_${type} dims: [ ${dims} ] }`;

const model = (name: string, extra = '', input = tensor('input', 'X'), output = tensor('output', 'Y')) =>
  `name: "${name}" backend: "python" max_batch_size: 8 ${input} ${output} ${extra}`;

const ensemble = (steps = `${STEP} ${STEP_2}`, extra = '', name = 'e', batch = 8) =>
  `name: "${name}" platform: "ensemble" max_batch_size: ${batch} ${tensor('input', 'x')} ${tensor('output', 'z')} ${extra}
   ensemble_scheduling { ${steps} }`;

const findings = (...texts: string[]) =>
  ModelConfig.validateRepository(texts.map((text) => ModelConfig.fromText(text)));

const FIRST = model('first');
const SECOND = model('second');
const DECOUPLED = 'model_transaction_policy { decoupled: true }';

/** A step with two inputs, fed by both models. */
const JOIN = `
  step { model_name: "first" model_version: -1 input_map { key: "X" value: "x" } output_map { key: "Y" value: "a" } }
  step { model_name: "second" model_version: -1 input_map { key: "X" value: "x" } output_map { key: "Y" value: "b" } }
  step { model_name: "join" model_version: -1 input_map [ { key: "A" value: "a" }, { key: "B" value: "b" } ]
         output_map { key: "Y" value: "z" } }`;
const JOINER = model('join', '', tensor('input', 'A') + tensor('input', 'B'));

test('a wired pipeline has no findings', () => {
  expect(findings(ensemble(), FIRST, SECOND)).toEqual([]);
});

test('a missing member whose name is nearly that of another model', () => {
  const [{ message }] = findings(ensemble(STEP.replace('"first"', '"frist"') + STEP_2), FIRST, SECOND);
  expect(message).toBe("the repository has no model 'frist'; did you mean 'first'? Otherwise add it");
});

const examples: [rule: string, field: string, texts: string[]][] = [
  [
    'metrics.tag-name',
    'metric_tags[a-b]',
    [ensemble(undefined, 'metric_tags { key: "a-b" value: "v" }'), FIRST, SECOND],
  ],
  ['ens.step-exists', 'ensemble_scheduling.step[1].model_name', [ensemble(), FIRST]],
  [
    'ens.step-version',
    'ensemble_scheduling.step[0].model_version',
    [
      ensemble(`${STEP.replace('-1', '3')} ${STEP_2}`),
      model('first', 'version_policy { specific { versions: [ 1, 2 ] } }'),
      SECOND,
    ],
  ],
  [
    'ens.circular',
    'ensemble_scheduling.step',
    [ensemble(), ensemble(STEP.replaceAll('"y"', '"z"').replace('"first"', '"e"'), '', 'first'), SECOND],
  ],
  [
    'ens.batch',
    'ensemble_scheduling.step[0]',
    [ensemble(undefined, '', 'e', 16), FIRST, model('second', '').replace('8', '16')],
  ],
  [
    'ens.map-input-exists',
    'ensemble_scheduling.step[0].input_map[X]',
    [ensemble(), model('first', '', tensor('input', 'Z')), SECOND],
  ],
  [
    'ens.map-output-exists',
    'ensemble_scheduling.step[1].output_map[Y]',
    [ensemble(), FIRST, model('second', '', undefined, tensor('output', 'Z'))],
  ],
  [
    'ens.map-required',
    'ensemble_scheduling.step[0].input_map',
    [ensemble(), model('first', tensor('input', 'MASK')), SECOND],
  ],
  [
    'ens.dtype',
    'ensemble_scheduling.step[1].input_map[X]',
    [ensemble(), FIRST, model('second', '', tensor('input', 'X', 'FP16'))],
  ],
  [
    'ens.shape',
    'ensemble_scheduling.step[0].input_map[X]',
    [ensemble(), model('first', '', tensor('input', 'X', 'FP32', '5')), SECOND],
  ],
  [
    'ens.decoupled',
    'ensemble_scheduling.step',
    [ensemble(JOIN), model('first', DECOUPLED), model('second', DECOUPLED), JOINER],
  ],
  ['ens.unbatched', 'max_batch_size', [ensemble(undefined, '', 'e', 0), FIRST, SECOND]],
  ['name.required', 'name', ['backend: "python"']],
];

test.each(examples)('%s', (rule, field, texts) => {
  const found = findings(...texts).filter(({ ruleId }) => ruleId === rule);
  const { severity = Severity.ERROR } = [...memberRules, ...wiringRules].find(({ id }) => id === rule) ?? {};
  expect(found[0]).toMatchObject({ field, severity });
  expect(found[0].message).not.toMatch(/undefined|\.$/);
});

test('every rule of the wiring has an example', () => {
  const ids = new Set(examples.map(([rule]) => rule));
  expect([...memberRules, ...wiringRules].filter(({ id }) => !ids.has(id))).toEqual([]);
});

test('a finding names the model to change', () => {
  expect(findings(FIRST, ensemble(), model('second', 'dynamic_batching { preferred_batch_size: 9 }'))).toMatchObject([
    { model: 'second', ruleId: 'dyn.preferred-max' },
  ]);
});

test('a cycle is shown whole', () => {
  const around = (name: string, member: string) =>
    ensemble(STEP.replaceAll('"y"', '"z"').replace('"first"', `"${member}"`), '', name);
  const found = findings(around('a', 'b'), around('b', 'c'), around('c', 'a')).filter(
    ({ ruleId }) => ruleId === 'ens.circular',
  );
  expect(found.map(({ message }) => message)).toEqual([
    'the ensemble runs itself: a -> b -> c -> a; break the cycle',
    'the ensemble runs itself: b -> c -> a -> b; break the cycle',
    'the ensemble runs itself: c -> a -> b -> c; break the cycle',
  ]);
});

test('two models of one name are refused', () => {
  expect(findings(FIRST, FIRST)).toMatchObject([{ ruleId: 'name.unique', model: 'first' }]);
});

test('an optional input need not be mapped', () => {
  const optional = 'input { name: "MASK" data_type: TYPE_FP32 dims: 4 optional: true }';
  expect(findings(ensemble(), model('first', optional), SECOND)).toEqual([]);
});

test('what a backend fills in is not judged', () => {
  expect(findings(ensemble(), model('first', '', '', ''), SECOND)).toEqual([]);
});

test('-1 matches any dim, and a model without batching names the batch dimension', () => {
  const nobatch = model('second', '', tensor('input', 'X', 'FP32', '-1, 4'), tensor('output', 'Y', 'FP32', '-1, 4'));
  expect(findings(ensemble(), FIRST, nobatch.replace('max_batch_size: 8', ''))).toEqual([]);
});

describe('an ensemble without max_batch_size', () => {
  const unbatched = (input: string) =>
    ensemble(undefined, '', 'e', 0).replace(tensor('input', 'x'), tensor('input', 'x', 'FP32', input));

  test('names the largest batch that all of its models take', () => {
    const [{ message }] = findings(unbatched('4'), FIRST, SECOND.replace('8', '2'));
    expect(message).toMatch(/batch up to 2: .* set max_batch_size to at most 2$/);
  });

  test('may have the batch in its own shape', () => {
    expect(findings(unbatched('-1, 4'), FIRST, SECOND)).toEqual([]);
  });

  test('has a batch in its own shape that its model takes', () => {
    expect(findings(unbatched('16, 4'), FIRST, SECOND)).toMatchObject([
      {
        ruleId: 'ens.unbatched',
        field: 'ensemble_scheduling.step[0].input_map[X]',
        message: expect.stringMatching(/has 16 as the batch of model 'first', whose max_batch_size is 8/),
      },
    ]);
    expect(findings(unbatched('8, 4'), FIRST, SECOND)).toEqual([]);
  });

  test.each([
    ['does not batch', SECOND.replace('max_batch_size: 8', '')],
    ['takes one at a time', SECOND.replace('8', '1')],
  ])('has nothing to gain where one of its models %s', (_, second) => {
    expect(findings(unbatched('4'), FIRST, second)).toEqual([]);
  });
});

test('a reshape of the ensemble is what its members see', () => {
  const reshaped = ensemble().replace('dims: [ 4 ] }', 'dims: [ 4 ] reshape { shape: [ 2, 2 ] } }');
  expect(findings(reshaped, model('first', '', tensor('input', 'X', 'FP32', '2, 2')), SECOND)).toEqual([]);
});

test('answers of one decoupled model may meet again, those of two may not, also through an ensemble', () => {
  const decoupledFirst = model('base', DECOUPLED);
  const nested = `name: "first" platform: "ensemble" max_batch_size: 8 ${tensor('input', 'X')} ${tensor('output', 'Y')}
    ensemble_scheduling { step { model_name: "base" model_version: -1
      input_map { key: "X" value: "X" } output_map { key: "Y" value: "Y" } } }`;
  const fork = JOIN.replace('"x" } output_map { key: "Y" value: "b"', '"a" } output_map { key: "Y" value: "b"');
  expect(findings(ensemble(fork), nested, decoupledFirst, SECOND, JOINER)).toEqual([]);
  expect(findings(ensemble(JOIN), nested, decoupledFirst, SECOND, JOINER)).toMatchObject([
    { ruleId: 'ens.decoupled', model: 'e' },
  ]);
});

test('ensembles of public repositories whose members are missing are refused in a repository', () => {
  const alone = publicRows.filter(({ verdict }) => verdict === 'needs-other-models');
  expect(alone).toHaveLength(28);
  for (const { config_pbtxt: text } of alone) {
    const rules = findings(text).map(({ ruleId }) => ruleId);
    expect(rules.includes('ens.step-exists') || rules.includes('ens.circular')).toBe(true);
  }
});

test.each([
  ['ens_missing_model', 'ens.step-exists'],
  ['ens_dims_mismatch', 'ens.shape'],
  ['ens_self_cycle', 'ens.circular'],
])('%s is refused beside its child', (id, ruleId) => {
  const text = probeRows.find((row) => row.id === id)?.config_pbtxt ?? '';
  const child = model('child', '', tensor('input', 'INPUT0'), tensor('output', 'OUTPUT0'));
  expect(findings(text, child)).toMatchObject([{ ruleId, severity: Severity.ERROR }]);
});
