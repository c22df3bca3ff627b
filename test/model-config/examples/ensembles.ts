import { ENSEMBLE, Example, STEP, STEP_2 } from './example';

const IN = 'input { name: "x" data_type: TYPE_FP32 dims: 4 }';
const OUT = 'output { name: "z" data_type: TYPE_FP32 dims: 4 }';
const BASE = `${ENSEMBLE} ${IN} ${OUT}`;
const scheduling = (...steps: string[]) => `ensemble_scheduling { ${steps.join(' ')} }`;
const PIPELINE = scheduling(STEP, STEP_2);

export const ensembleExamples: Example[] = [
  { rule: 'ens.no-scheduling', base: BASE, broken: '', fixed: PIPELINE, field: 'ensemble_scheduling' },
  {
    rule: 'ens.platform',
    base: `${IN} ${OUT} ${PIPELINE}`,
    broken: 'backend: "python"',
    fixed: 'platform: "ensemble"',
    field: 'platform',
  },
  {
    rule: 'ens.instance-group',
    base: `${BASE} ${PIPELINE}`,
    broken: 'instance_group { count: 1 }',
    fixed: '',
    field: 'instance_group',
  },
  {
    rule: 'ens.optimization',
    base: `${BASE} ${PIPELINE}`,
    broken: 'optimization { }',
    fixed: '',
    field: 'optimization',
  },
  { rule: 'ens.warmup', base: `${BASE} ${PIPELINE}`, broken: 'model_warmup { }', fixed: '', field: 'model_warmup' },
  { rule: 'ens.steps', base: BASE, broken: scheduling(), fixed: PIPELINE, field: 'ensemble_scheduling.step' },
  {
    rule: 'ens.step-model',
    base: BASE,
    broken: scheduling(STEP, STEP_2.replace('"second"', '""')),
    fixed: PIPELINE,
    field: 'ensemble_scheduling.step[1].model_name',
  },
  {
    rule: 'ens.step-input',
    base: BASE,
    broken: scheduling('step { model_name: "a" output_map { key: "Y" value: "z" } }'),
    fixed: PIPELINE,
    field: 'ensemble_scheduling.step[0].input_map',
  },
  {
    rule: 'ens.step-output',
    base: BASE,
    broken: scheduling('step { model_name: "a" input_map { key: "X" value: "x" } }'),
    fixed: PIPELINE,
    field: 'ensemble_scheduling.step[0].output_map',
  },
  {
    rule: 'ens.step-version',
    base: BASE,
    broken: scheduling(STEP.replace('model_version: -1', ''), STEP_2),
    fixed: PIPELINE,
    field: 'ensemble_scheduling.step[0].model_version',
    warning: true,
  },
  {
    rule: 'ens.namespace',
    base: BASE,
    broken: scheduling(STEP.replace('{', '{ model_namespace: "n"'), STEP_2),
    fixed: PIPELINE,
    field: 'ensemble_scheduling.step[0].model_namespace',
    warning: true,
  },
  {
    rule: 'ens.output-dup',
    base: BASE,
    broken: scheduling(STEP, STEP, STEP_2),
    fixed: PIPELINE,
    field: 'ensemble_scheduling.step[1].output_map[Y]',
  },
  {
    rule: 'ens.input-unused',
    base: `${BASE} ${PIPELINE}`,
    broken: 'input { name: "extra" data_type: TYPE_FP32 dims: 4 }',
    fixed: '',
    field: 'input[1]',
  },
  {
    rule: 'ens.input-written',
    base: `${BASE} ${PIPELINE}`,
    broken: 'input { name: "y" data_type: TYPE_FP32 dims: 4 }',
    fixed: '',
    field: 'input[1]',
    warning: true,
  },
  {
    rule: 'ens.output-missing',
    base: `${BASE} ${PIPELINE}`,
    broken: 'output { name: "extra" data_type: TYPE_FP32 dims: 4 }',
    fixed: 'output { name: "y" data_type: TYPE_FP32 dims: 4 }',
    field: 'output[1]',
  },
  {
    rule: 'ens.output-unreachable',
    base: BASE,
    broken: scheduling(STEP.replace('"x"', '"nowhere"'), STEP_2),
    fixed: PIPELINE,
    field: 'output[0]',
  },
  {
    rule: 'ens.output-unreachable', // a cycle: z is an input and an output of the same step
    base: BASE,
    broken: scheduling(STEP, STEP_2.replace('input_map', 'input_map { key: "Z" value: "z" } input_map')),
    fixed: PIPELINE,
    field: 'output[0]',
  },
  {
    rule: 'ens.tensor-unused',
    base: BASE,
    broken: scheduling(STEP, STEP_2.replace('output_map', 'output_map { key: "W" value: "w" } output_map')),
    fixed: PIPELINE,
    field: 'ensemble_scheduling.step',
  },
  {
    rule: 'ens.tensor-unused',
    base: `${ENSEMBLE} ${OUT} ${PIPELINE}`,
    broken: '',
    fixed: IN,
    field: 'input',
  },
  {
    rule: 'ens.tensor-unused',
    base: `${ENSEMBLE} ${IN} ${PIPELINE}`,
    broken: '',
    fixed: OUT,
    field: 'output',
  },
];
