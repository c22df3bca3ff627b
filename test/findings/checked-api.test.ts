import { App, Duration, Lazy, Stack, Token } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { Construct } from 'constructs';
import { ApiType, TypeReference } from '../../lib/findings/api-types';
import { checkedApi } from '../../lib/findings/checked-api';

enum Color {
  RED = 'red',
  BLUE = 'blue',
}

class Shape {
  public static circle(_radius: number, _options?: unknown): Shape {
    return new Shape();
  }

  public static read(_file: string): Shape {
    throw new Error('it does not exist');
  }

  public static areaOf(_options: unknown): { area: number } {
    return { area: 1 };
  }

  public draw(..._layers: string[]): void {}
}

class Picture extends Construct {
  constructor(
    scope: Construct,
    id: string,
    public readonly props: object,
  ) {
    super(scope, id);
    Shape.circle('internal calls are not checked' as never);
  }
}

const NUMBER = { primitive: 'number' };
const named = (name: string): TypeReference => ({ fqn: `cdk-sagemaker-triton.${name}` });
const listOf = (elementtype: TypeReference): TypeReference => ({ collection: { kind: 'array', elementtype } });
const optional = (name: string, type: TypeReference) => ({ name, type, optional: true });

const TYPES: Record<string, ApiType> = {
  'cdk-sagemaker-triton.Color': { kind: 'enum' },
  'cdk-sagemaker-triton.Shape': {
    kind: 'class',
    methods: [
      {
        name: 'circle',
        static: true,
        parameters: [{ name: 'radius', type: NUMBER }, optional('options', named('ShapeOptions'))],
      },
      { name: 'read', static: true, parameters: [{ name: 'file', type: { primitive: 'string' } }] },
      { name: 'areaOf', static: true, parameters: [{ name: 'options', type: named('ShapeOptions') }] },
      { name: 'draw', parameters: [{ name: 'layers', type: { primitive: 'string' }, variadic: true }] },
    ],
  },
  'cdk-sagemaker-triton.ShapeOptions': {
    kind: 'interface',
    datatype: true,
    properties: [optional('borderWidth', NUMBER)],
  },
  'cdk-sagemaker-triton.Options': {
    kind: 'interface',
    datatype: true,
    properties: [optional('bucket', { fqn: 'aws-cdk-lib.aws_s3.IBucket' }), optional('size', NUMBER)],
  },
  'cdk-sagemaker-triton.PictureProps': {
    kind: 'interface',
    datatype: true,
    interfaces: ['cdk-sagemaker-triton.Options'],
    properties: [
      { name: 'shape', type: named('Shape') },
      optional('color', named('Color')),
      optional('weights', listOf(NUMBER)),
      optional('sides', { union: { types: [NUMBER, named('Shape')] } }),
      optional('parts', { collection: { kind: 'map', elementtype: named('Shape') } }),
      optional('showFor', { fqn: 'aws-cdk-lib.Duration' }),
      optional('frame', named('IFrame')),
      optional('instanceCount', NUMBER),
    ],
  },
  'cdk-sagemaker-triton.IFrame': { kind: 'interface', properties: [{ name: 'width', type: NUMBER }] },
  'cdk-sagemaker-triton.Picture': {
    kind: 'class',
    initializer: {
      parameters: [
        { name: 'scope', type: { fqn: 'constructs.Construct' } },
        { name: 'id', type: { primitive: 'string' } },
        { name: 'props', type: named('PictureProps') },
      ],
    },
  },
};

const api = checkedApi({ Color, Shape, Picture, drawings: { Color } }, TYPES) as {
  Shape: typeof Shape;
  Picture: typeof Picture;
  drawings: object;
};
const newStack = (): Stack => new Stack(new App(), 'Stack');
const pictureWith = (props: unknown, stack = newStack()): Picture => new api.Picture(stack, 'Picture', props as object);
const withShape = (props: object): object => ({ shape: api.Shape.circle(1), ...props });
/** The warnings of a picture, without the link. */
function warningsOf(props: () => object): string[] {
  const stack = newStack();
  pictureWith(props(), stack);
  return Annotations.fromStack(stack)
    .findWarning('*', Match.anyValue())
    .map(({ entry }) => String(entry.data).replace(/ \(https.*/, ''));
}

test.each<[string, object, string]>([
  ['a text instead of a number', { size: '8' }, "size: got the text '8'; allowed: a number"],
  ['a text instead of an enum', { color: 'RED' }, "color: got the text 'RED'; allowed: Color.RED, Color.BLUE"],
  [
    'an object instead of a class',
    { shape: { radius: 1 } },
    'shape: got an object with radius; allowed: a Shape, such as Shape.circle(…), Shape.read(…)',
  ],
  [
    'a number instead of a class of aws-cdk-lib',
    { showFor: 50 },
    'showFor: got 50; allowed: a Duration, such as Duration.millis(…), Duration.seconds(…)',
  ],
  [
    'a text instead of an interface of aws-cdk-lib',
    { bucket: 'b' },
    "bucket: got the text 'b'; allowed: an IBucket, such as Bucket.",
  ],
  [
    'a class without the members of an interface',
    { frame: api.Shape.circle(1) },
    'frame: got a Shape; allowed: an IFrame',
  ],
  ['one value instead of a list', { weights: 1 }, 'weights: got 1; allowed: a list, in which each element is a number'],
  ['an element of a list', { weights: [1, '2'] }, "weights[1]: got the text '2'"],
  ['a missing element', { weights: [undefined] }, 'weights[0]: got nothing; it is required'],
  ['a value of a map', { parts: { head: 1 } }, 'parts[head]: got 1; allowed: a Shape'],
  ['neither of two types', { sides: true }, 'sides: got true; allowed: a number, or a Shape'],
  ['null instead of an optional value', { size: null }, 'size: got null; omit it; allowed: a number'],
  ['null instead of a required value', { shape: null }, 'shape: got null; it is required'],
])('%s is an error with its place, the allowed values and the rule', (_, props, message) => {
  expect(() => pictureWith(withShape(props))).toThrow(`Stack/Picture: 1 argument is not valid\n  - ${message}`);
  expect(() => pictureWith(withShape(props))).toThrow('/rules/api.value)');
});

test('a missing property is named, also if no properties are given, and a similar name is its mistake', () => {
  expect(() => pictureWith({})).toThrow('shape: got nothing; it is required');
  expect(() => pictureWith(undefined)).toThrow('shape: got nothing; it is required');
  expect(() => pictureWith({ shapes: api.Shape.circle(1) })).toThrow("shape: got 'shapes'; rename it to 'shape'");
});

test('all wrong arguments of a call are in one error, which names a method by its class', () => {
  expect(() => pictureWith({ size: '1', weights: 'x' })).toThrow('3 arguments are not valid');
  expect(() => api.Shape.circle('1' as never)).toThrow(
    "Shape.circle: 1 argument is not valid\n  - radius: got the text '1'",
  );
  expect(() => api.Shape.circle(1).draw('a', 2 as never)).toThrow(
    'Shape.draw: 1 argument is not valid\n  - layers[1]: got 2',
  );
  expect(() => new api.Picture('Picture' as never, 'x', {})).toThrow(
    "scope: got the text 'Picture'; allowed: a Construct",
  );
});

test.each<[string, object]>([
  [
    'tokens',
    {
      size: Token.asNumber({ Ref: 'Size' }),
      weights: Token.asList({ Ref: 'L' }),
      color: Lazy.string({ produce: () => 'x' }),
    },
  ],
  [
    'values of the right types',
    { size: 1, color: Color.RED, weights: [1], sides: 3, showFor: Duration.days(1), parts: {} },
  ],
  ['undefined', { size: undefined, color: undefined }],
  ['the value of an enum', { color: 'red' }],
  ['properties for other constructs', { owner: 'team', env: {}, stackName: 'x', hue: 1 }],
])('%s are accepted without a warning', (_, props) => {
  expect(warningsOf(() => withShape(props))).toEqual([]);
});

test('an object of a second copy of a package is accepted', () => {
  class Copy {}
  Object.assign(Copy, { [Symbol.for('jsii.rtti')]: { fqn: 'aws-cdk-lib.Duration' } });
  expect(() => pictureWith(withShape({ showFor: new Copy() }))).not.toThrow();
  expect(() => pictureWith(withShape({ showFor: new Shape() }))).toThrow('showFor: got a Shape; allowed: a Duration');
});

test.each<[string, object, string[]]>([
  [
    'instanceCont',
    { instanceCont: 1 },
    ["instanceCount: got 'instanceCont', which has no effect; rename it to 'instanceCount'"],
  ],
  [
    'instance_count',
    { instance_count: 1 },
    ["instanceCount: got 'instance_count', which has no effect; rename it to 'instanceCount'"],
  ],
  [
    'initialInstanceCount',
    { initialInstanceCount: 1 },
    ["instanceCount: got 'initialInstanceCount', which has no effect; rename it to 'instanceCount'"],
  ],
  ['instanceCont and instanceCount', { instanceCont: 1, instanceCount: 1 }, []],
])('%s: only a name that is nearly that of an unset property is a warning', (_, props, warnings) => {
  expect(warningsOf(() => withShape(props))).toEqual(warnings);
});

test('a misspelled property of a value is a warning of the construct that uses the value, and of the process if there is none', () => {
  const wrong = { borderWith: 2 };
  expect(warningsOf(() => ({ shape: api.Shape.circle(1, wrong) }))).toEqual([
    "shape.borderWidth: got 'borderWith', which has no effect; rename it to 'borderWidth'",
  ]);
  const emitWarning = jest.spyOn(process, 'emitWarning').mockReturnValue(undefined);
  api.Shape.areaOf(wrong);
  expect(emitWarning).toHaveBeenCalledWith(expect.stringContaining("Shape.areaOf: borderWidth: got 'borderWith'"));
  emitWarning.mockRestore();
});

test('subclasses are created as before, and submodules have their exports', () => {
  class Landscape extends api.Picture {
    constructor(scope: Construct) {
      super(scope, 'Landscape', withShape({}));
    }
  }
  const landscape = new Landscape(newStack());
  expect([landscape instanceof Landscape, landscape instanceof api.Picture, landscape instanceof Picture]).toEqual([
    true,
    true,
    true,
  ]);
  expect(Object.entries(api.drawings)).toEqual([['Color', Color]]);
});

test('the stack trace of an error begins in the app', () => {
  const stackOf = (call: () => void): string => {
    try {
      call();
    } catch (error) {
      return (error as Error).stack?.split('\n').find((line) => line.startsWith('    at ')) ?? '';
    }
    return '';
  };
  expect(stackOf(() => api.Shape.read('x'))).toContain('checked-api.test.ts');
  expect(stackOf(() => pictureWith({}))).toContain('checked-api.test.ts');
});

test('in other languages than JavaScript, jsii checks the types', () => {
  const library = { Shape };
  process.env.JSII_AGENT = 'Python/3.11.2';
  expect(checkedApi(library, TYPES)).toBe(library);
});
