import { ENSEMBLE, Example, STEP, STEP_2 } from './example';

const IN = 'input { name: "x" data_type: TYPE_FP32 dims: 4 }';
const OUT = 'output { name: "z" data_type: TYPE_FP32 dims: 4 }';
const BASE = `${ENSEMBLE} ${IN} ${OUT}`;
const scheduling = (...steps: string[]) => `ensemble_scheduling { ${steps.join(' ')} }`;
const PIPELINE = scheduling(STEP, STEP_2);

export const ensembleExamples: Example[] = [
  {
    rule: 'ens.output-unreachable', // a cycle: z is an input and an output of the same step
    base: BASE,
    broken: scheduling(STEP, STEP_2.replace('input_map', 'input_map { key: "Z" value: "z" } input_map')),
    fixed: PIPELINE,
    field: 'output[0]',
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
