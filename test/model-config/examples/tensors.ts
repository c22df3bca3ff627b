import { Example } from './example';

const input = (content: string) => `input { name: "X" data_type: TYPE_FP32 ${content} }`;

export const ioExamples: Example[] = [
  {
    rule: 'io.dtype',
    broken: 'input { name: "X" dims: 4 }',
    fixed: input('dims: 4'),
    field: 'input[0].data_type',
    warning: true, // model.py can set the data type
  },
  {
    rule: 'io.reshape-size',
    broken: input('dims: [ -1, 4 ] reshape { shape: 4 }'),
    fixed: input('dims: 1 reshape { shape: [ ] }'),
    field: 'input[0].reshape.shape',
  },
];
