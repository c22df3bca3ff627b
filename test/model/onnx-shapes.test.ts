import * as path from 'path';
import { readOnnxShapes } from '../../lib/model/folder/readers/onnx-shapes';
import { folderWith } from './folders';
import { integers, onnxBytes, onnxNode as node, onnxTensor as tensor } from './onnx-bytes';

type Dims = (number | string | undefined)[];

const INPUTS: { [name: string]: (number | string)[] } = {
  x: ['N', 'C', 8],
  y: ['N', 'C', 8],
  row: [1, 8],
  image: ['N', 3, 'H', 'W'],
  matrix: ['N', 6],
};
const CONSTANTS: { [name: string]: number[] } = {
  zero: [0],
  one: [1],
  two: [2],
  last: [-1],
  copy: [0, -1],
  fixed: [1, -1],
  halves: [-1, 2],
};

/** The shape of the tensor `out`. Each node is the operator, its inputs, its output and its attributes. */
function shapeOf(
  nodes: [operator: string, inputs: string, output: string, attributes?: Record<string, number | number[]>][],
  declared: { [name: string]: (number | string)[] } = {},
  opset = 17,
): Dims | undefined {
  const bytes = onnxBytes(
    {
      inputs: Object.entries(INPUTS).map(([name, dims]) => tensor(name, 1, dims)),
      initializers: Object.entries(CONSTANTS).map(([name, values]) => integers(name, values)),
      nodes: nodes.map(([operator, inputs, output, attributes]) =>
        node(operator, inputs.split(' '), output.split(' '), attributes),
      ),
      valueInfo: Object.entries(declared).map(([name, dims]) => tensor(name, 1, dims)),
    },
    8,
    { '': opset },
  );
  return readOnnxShapes(path.join(folderWith({ 'model.onnx': bytes }), 'model.onnx')).get('out');
}

describe('the shape of an output', () => {
  test.each<[string, Dims | undefined, ...Parameters<typeof shapeOf>[0]]>([
    ['keeps the shape of the input', ['N', 'C', 8], ['Relu', 'x', 'a'], ['Softmax', 'a', 'out']],
    ['combines equal dimensions', ['N', 'C', 8], ['Add', 'x y', 'out']],
    ['is extended from 1', ['N', 'C', 8], ['Mul', 'x row', 'out']],
    [
      'has the rows and columns of a product',
      ['N', 'C', 'C'],
      ['Transpose', 'y', 't', { perm: [0, 2, 1] }],
      ['MatMul', 'x t', 'out'],
    ],
    ['keeps the batch in convolutions', ['N', undefined, undefined, undefined], ['Conv', 'image kernel', 'out']],
    ['keeps the channels in pools', ['N', 3, undefined, undefined], ['MaxPool', 'image', 'out']],
    ['is flattened', ['N', 'H*W*3'], ['Flatten', 'image', 'out']],
    ['has the sum of joined dimensions', ['N', 'C+C', 8], ['Concat', 'x y', 'out', { axis: 1 }]],
    ['lacks a reduced axis', ['C', 8], ['ReduceMax', 'x', 'out', { axes: [0], keepdims: 0 }]],
    ['keeps a reduced axis as 1', ['N', 1, 8], ['ReduceMean', 'x', 'out', { axes: [1] }]],
    ['is 1 everywhere if all axes are reduced', [1, 1, 1], ['ReduceSum', 'x', 'out']],
    [
      'lacks the axis of the largest value, and a split axis is unknown',
      ['N', undefined],
      ['ArgMax', 'x', 'a', { axis: 2, keepdims: 0 }],
      ['Split', 'a', 'out', { axis: 1 }],
    ],
    ['has an axis for a list of indices', ['N', 1, 8], ['Gather', 'x zero', 'out', { axis: 1 }]],
    ['has the batch of a recurrent layer', [undefined, 'C', undefined], ['LSTM', 'x w r', 'sequence out']],
    ['is the second output of the operator', undefined, ['Dropout', 'x', 'a out']],
    ['is extended by an axis', ['N', 'C', 1, 8], ['Unsqueeze', 'x two', 'out']],
    ['keeps axes that are not sliced', ['N', 'C', undefined], ['Slice', 'x zero one two', 'out']],
    ['copies a dimension', ['N', 'C*8'], ['Reshape', 'x copy', 'out']],
    ['has a fixed size that the graph sets', [1, 'N*C*8'], ['Reshape', 'x fixed', 'out']],
    ['has a part of a size that varies', ['N*3', 2], ['Reshape', 'matrix halves', 'out']],
    ['varies with the data', [3, 'out[1]'], ['NonZero', 'x', 'out']],
    ['is unknown if the data is constant', [1, undefined], ['NonZero', 'two', 'out']],
    [
      'has the size that the nodes compute',
      ['N', 'C*8'],
      ['Shape', 'x', 's'],
      ['Gather', 's zero', 'n'],
      ['Concat', 'n last', 't', { axis: 0 }],
      ['Reshape', 'x t', 'out'],
    ],
    [
      'is resized to the size of another tensor',
      ['N', 3, 'H', 'W'],
      ['Shape', 'image', 's'],
      ['Conv', 'image kernel', 'c'],
      ['Resize', 'c   s', 'out'],
    ],
    [
      'is unknown if only some sizes fit',
      [1, undefined],
      ['Shape', 'x', 's'],
      ['Slice', 's zero one zero', 'n'],
      ['Concat', 'one n', 't', { axis: 0 }],
      ['Reshape', 'row t', 'out'],
    ],
    ['is extended to the size of another tensor', ['N', 'C', 8], ['Shape', 'x', 's'], ['Expand', 'row s', 'out']],
    ['is filled to the size of another tensor', ['N', 'C', 8], ['Shape', 'x', 's'], ['ConstantOfShape', 's', 'out']],
    ['has the rows and columns of matrices', [6, 'N'], ['Gemm', 'matrix matrix', 'out', { transA: 1, transB: 1 }]],
    ['is unknown for other operators', undefined, ['Mystery', 'x', 'out']],
  ])('%s', (_, expected, ...nodes) => {
    expect(shapeOf(nodes)).toEqual(expected);
  });

  test('is fixed where the file declares it', () => {
    expect(
      shapeOf(
        [
          ['Relu', 'x', 'a'],
          ['Relu', 'a', 'out'],
        ],
        { a: [4, 'C', 8] },
      ),
    ).toEqual([4, 'C', 8]);
    expect(shapeOf([['Mystery', 'x', 'out']], { out: [4, 'C'] })).toEqual([4, undefined]);
  });

  test('is unknown with operators whose shapes were different', () => {
    expect(shapeOf([['Relu', 'x', 'out']], {}, 7)).toBeUndefined();
  });

  test('is unknown if its name or its rank becomes too long', () => {
    const nodes = (
      operator: string,
      attributes: Record<string, number>,
      first: string,
    ): Parameters<typeof shapeOf>[0] =>
      Array.from({ length: 60 }, (_, index) => [
        operator,
        index === 0 ? `${first} ${first}` : `t${index} t${index}`,
        `t${index + 1}`,
        attributes,
      ]);
    const joined = nodes('Concat', { axis: 0 }, 'x');
    expect(shapeOf([...joined, ['Relu', 't60', 'out']])).toEqual([undefined, 'C', 8]);
    expect(shapeOf([...nodes('Concat', { axis: 0 }, 'copy'), ['Reshape', 'x t60', 'out']])).toBeUndefined();
  });
});
