import { ModelConfig } from '../../lib/model-config';
import { Severity } from '../../lib/findings/finding';
import { memberRules } from '../../lib/model-config/repository/members';
import { tensorMappingRules } from '../../lib/model-config/repository/tensor-mapping';
import { edgeCaseRows, publicRows } from './corpus';
import { STEP, STEP_2 } from './examples/example';

const tensor = (direction: string, name: string, type = 'FP32', dims = '4') =>
  `${direction} { name: "${name}" data_type: TYPE_${type} dims: [ ${dims} ] }`;

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

/** Three steps. The last step has inputs from the models of the other steps. */
const JOINING_STEPS = `
  step { model_name: "first" model_version: -1 input_map { key: "X" value: "x" } output_map { key: "Y" value: "a" } }
  step { model_name: "second" model_version: -1 input_map { key: "X" value: "x" } output_map { key: "Y" value: "b" } }
  step { model_name: "join" model_version: -1 input_map [ { key: "A" value: "a" }, { key: "B" value: "b" } ]
         output_map { key: "Y" value: "z" } }`;
const JOINING_MODEL = model('join', '', tensor('input', 'A') + tensor('input', 'B'));

test('a pipeline whose tensors are all mapped has no findings', () => {
  expect(findings(ensemble(), FIRST, SECOND)).toEqual([]);
});

test('the finding about a missing composing model suggests a model with a similar name', () => {
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
    'ens.optional-input',
    'ensemble_scheduling.step[0].input_map[X]',
    [ensemble().replace('dims: [ 4 ] }', 'dims: [ 4 ] optional: true }'), FIRST, SECOND],
  ],
  [
    'ens.decoupled',
    'ensemble_scheduling.step',
    [ensemble(JOINING_STEPS), model('first', DECOUPLED), model('second', DECOUPLED), JOINING_MODEL],
  ],
  ['ens.unbatched', 'max_batch_size', [ensemble(undefined, '', 'e', 0), FIRST, SECOND]],
  ['name.required', 'name', ['backend: "python"']],
];

test.each(examples)('%s has a finding with the field %s', (rule, field, texts) => {
  const matchingFindings = findings(...texts).filter(({ ruleId }) => ruleId === rule);
  const { severity = Severity.ERROR } = [...memberRules, ...tensorMappingRules].find(({ id }) => id === rule) ?? {};
  expect(matchingFindings[0]).toMatchObject({ field, severity });
  expect(matchingFindings[0].message).not.toMatch(/undefined|\.$/);
});

test('every rule about ensembles has an example', () => {
  const ids = new Set(examples.map(([rule]) => rule));
  expect([...memberRules, ...tensorMappingRules].filter(({ id }) => !ids.has(id))).toEqual([]);
});

test('a finding contains the name of the model to change', () => {
  expect(findings(FIRST, ensemble(), model('second', 'dynamic_batching { preferred_batch_size: 9 }'))).toMatchObject([
    { model: 'second', ruleId: 'dyn.preferred-max' },
  ]);
});

test('the finding about an ensemble that runs itself contains the complete cycle', () => {
  const cyclic = (name: string, member: string) =>
    ensemble(STEP.replaceAll('"y"', '"z"').replace('"first"', `"${member}"`), '', name);
  const matchingFindings = findings(cyclic('a', 'b'), cyclic('b', 'c'), cyclic('c', 'a')).filter(
    ({ ruleId }) => ruleId === 'ens.circular',
  );
  expect(matchingFindings.map(({ message }) => message)).toEqual([
    'the ensemble runs itself: a -> b -> c -> a; break the cycle',
    'the ensemble runs itself: b -> c -> a -> b; break the cycle',
    'the ensemble runs itself: c -> a -> b -> c; break the cycle',
  ]);
});

test('two models with the same name are rejected', () => {
  expect(findings(FIRST, FIRST)).toMatchObject([{ ruleId: 'name.unique', model: 'first' }]);
});

test('an optional input does not require a mapping', () => {
  const optional = 'input { name: "MASK" data_type: TYPE_FP32 dims: 4 optional: true }';
  expect(findings(ensemble(), model('first', optional), SECOND)).toEqual([]);
});

test('an optional input of an ensemble can be an optional input of its models', () => {
  const withOptional = (text: string) => text.replace('dims: [ 4 ] }', 'dims: [ 4 ] optional: true }');
  expect(findings(withOptional(ensemble()), withOptional(FIRST), SECOND)).toEqual([]);
  expect(findings(ensemble(), withOptional(FIRST), SECOND)).toEqual([]);
});

test('a composing model without inputs and outputs has no findings, because the backend can add the tensors', () => {
  expect(findings(ensemble(), model('first', '', '', ''), SECOND)).toEqual([]);
});

test('-1 matches any dimension, and the shapes of a model without batching include the batch dimension', () => {
  const withoutBatching = model(
    'second',
    '',
    tensor('input', 'X', 'FP32', '-1, 4'),
    tensor('output', 'Y', 'FP32', '-1, 4'),
  );
  expect(findings(ensemble(), FIRST, withoutBatching.replace('max_batch_size: 8', ''))).toEqual([]);
});

describe('an ensemble without max_batch_size', () => {
  const unbatched = (input: string) =>
    ensemble(undefined, '', 'e', 0).replace(tensor('input', 'x'), tensor('input', 'x', 'FP32', input));

  test('has a finding with the largest batch size that all composing models support', () => {
    const [{ message }] = findings(unbatched('4'), FIRST, SECOND.replace('8', '2'));
    expect(message).toMatch(/batch up to 2: .* set max_batch_size to at most 2$/);
  });

  test('can have a batch dimension in its shape', () => {
    expect(findings(unbatched('-1, 4'), FIRST, SECOND)).toEqual([]);
  });

  test('cannot have a larger batch in its shape than its models support', () => {
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
    ['has max_batch_size 1', SECOND.replace('8', '1')],
  ])('has no finding if a composing model %s', (_, second) => {
    expect(findings(unbatched('4'), FIRST, second)).toEqual([]);
  });
});

test('composing models receive the reshaped tensors of the ensemble', () => {
  const reshaped = ensemble().replace('dims: [ 4 ] }', 'dims: [ 4 ] reshape { shape: [ 2, 2 ] } }');
  expect(findings(reshaped, model('first', '', tensor('input', 'X', 'FP32', '2, 2')), SECOND)).toEqual([]);
});

describe('an ensemble with a reshape to a scalar', () => {
  const scalar = (direction: string, name: string) =>
    tensor(direction, name, 'FP32', '1').replace(/ }$/, ' reshape { } }');
  const reshaped = (batch = 8) =>
    ensemble(undefined, '', 'e', batch)
      .replace(tensor('input', 'x'), scalar('input', 'x'))
      .replace(tensor('output', 'z'), scalar('output', 'z'));
  const first = (dims: string) => model('first', '', tensor('input', 'X', 'FP32', dims));
  const second = (dims: string) => model('second', '', undefined, tensor('output', 'Y', 'FP32', dims));

  test('is rejected if its models have a dimension, even of size 1', () => {
    const scalarMember = first('1').replace(/ }/, ' reshape { } }');
    expect(
      findings(reshaped(), scalarMember, second('1')).map(({ ruleId, message }) => `${ruleId}: ${message}`),
    ).toEqual([
      "ens.shape: tensor 'x' has shape [ -1, 1 ] for model 'first', but [ -1 ] for 'e'; make them equal (-1 matches any), or leave out the reshape in 'e'",
      "ens.shape: tensor 'z' has shape [ -1, 1 ] for model 'second', but [ -1 ] for 'e'; make them equal (-1 matches any), or leave out the reshape in 'e'",
    ]);
  });

  test('is accepted if its models do not batch and have only this dimension', () => {
    const withoutBatching = [first('-1'), second('-1')].map((text) => text.replace('max_batch_size: 8', ''));
    const middle = withoutBatching.map((text) => text.replace('dims: [ 4 ]', 'dims: [ -1, 4 ]'));
    expect(findings(reshaped(), ...middle)).toEqual([]);
  });

  test('is not compared with models whose dims the backend adds', () => {
    expect(findings(reshaped(), first(''), second('')).filter(({ ruleId }) => ruleId === 'ens.shape')).toEqual([]);
  });
});

test('an ensemble without a reshape accepts a composing model with a reshape to a scalar', () => {
  const scalarModel = model('first', '', tensor('input', 'X', 'FP32', '1').replace(/ }$/, ' reshape { } }'));
  const text = ensemble().replace(tensor('input', 'x'), tensor('input', 'x', 'FP32', '1'));
  expect(findings(text, scalarModel, SECOND)).toEqual([]);
});

test('a step can use responses of one decoupled model, but not of two, also in nested ensembles', () => {
  const decoupledFirst = model('base', DECOUPLED);
  const nested = `name: "first" platform: "ensemble" max_batch_size: 8 ${tensor('input', 'X')} ${tensor('output', 'Y')}
    ensemble_scheduling { step { model_name: "base" model_version: -1
      input_map { key: "X" value: "X" } output_map { key: "Y" value: "Y" } } }`;
  const fork = JOINING_STEPS.replace(
    '"x" } output_map { key: "Y" value: "b"',
    '"a" } output_map { key: "Y" value: "b"',
  );
  expect(findings(ensemble(fork), nested, decoupledFirst, SECOND, JOINING_MODEL)).toEqual([]);
  expect(findings(ensemble(JOINING_STEPS), nested, decoupledFirst, SECOND, JOINING_MODEL)).toMatchObject([
    { ruleId: 'ens.decoupled', model: 'e' },
  ]);
});

test('public ensembles without their composing models are rejected', () => {
  const incomplete = publicRows.filter(({ verdict }) => verdict === 'needs-other-models');
  expect(incomplete).toHaveLength(28);
  for (const { config_pbtxt: text } of incomplete) {
    const rules = findings(text).map(({ ruleId }) => ruleId);
    expect(rules.includes('ens.step-exists') || rules.includes('ens.circular')).toBe(true);
  }
});

test.each([
  ['ens_missing_model', 'ens.step-exists'],
  ['ens_dims_mismatch', 'ens.shape'],
  ['ens_self_cycle', 'ens.circular'],
])('the edge case %s is rejected together with its composing model', (id, ruleId) => {
  const text = edgeCaseRows.find((row) => row.id === id)?.config_pbtxt ?? '';
  const child = model('child', '', tensor('input', 'INPUT0'), tensor('output', 'OUTPUT0'));
  expect(findings(text, child)).toMatchObject([{ ruleId, severity: Severity.ERROR }]);
});
