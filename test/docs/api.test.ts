import * as fs from 'fs';
import * as path from 'path';
import { apiPages } from '../../site/api';

const API = `# API Reference <a name="API Reference" id="api-reference"></a>

## Constructs <a name="Constructs" id="Constructs"></a>

### Oven <a name="Oven" id="bakery.Oven"></a>

- *Implements:* <a href="#bakery.IHot">IHot</a>

Bakes bread;

or cake. It gets hot.

#### Methods <a name="Methods" id="Methods"></a>

##### \`bake\` <a name="bake" id="bakery.Oven.bake"></a>

## Protocols <a name="Protocols" id="Protocols"></a>

### IHot <a name="IHot" id="bakery.IHot"></a>

`;

describe('API.md is converted to', () => {
  const pages = apiPages(API);

  test('an index with the first sentence of each type, if it has one', () => {
    expect(pages.get('api/index.md')).toContain('| [Oven](Oven.md) | Bakes bread; or cake. |');
    expect(pages.get('api/index.md')).toContain('| [IHot](IHot.md) |  |');
  });

  test('a page for each type, with links between pages, and with whole sentences where jsii splits a sentence', () => {
    expect([...pages.keys()]).toEqual(['api/index.md', 'api/Oven.md', 'api/IHot.md']);
    expect(pages.get('api/Oven.md')).toContain('# Oven\n');
    expect(pages.get('api/Oven.md')).toContain('*Implements:* [IHot](IHot.md)');
    expect(pages.get('api/Oven.md')).toContain('Bakes bread; or cake. It gets hot.');
    expect(pages.get('api/Oven.md')).toContain('(bakery-oven-bake)=\n### `bake`');
  });
});

test('a link to an undocumented type is rejected', () => {
  expect(() => apiPages(API.replace('#bakery.IHot', '#bakery.IGone'))).toThrow(
    'API.md links to bakery.IGone, which it does not describe',
  );
});

describe('in the API of this library,', () => {
  const api = fs.readFileSync(path.join(__dirname, '..', '..', 'API.md'), 'utf8');
  const pages = apiPages(api);
  const page = (name: string): string => pages.get(`api/${name}.md`) ?? '';
  const headings = (name: string, level: string): string[] =>
    [...page(name).matchAll(new RegExp(`^${level} (.*)$`, 'gm'))].map(([, heading]) => heading);

  test('everything has a description', () => {
    expect(api.split('\n').filter((line) => line.includes('No description'))).toEqual([]);
  });

  test('the page of an endpoint shows the constructor, the properties by purpose with the required ones first, and the members', () => {
    expect(headings('TritonRealtimeEndpoint', '##')).toEqual([
      'Constructor',
      'Properties by purpose',
      'Methods',
      'Static Functions',
      'Attributes',
    ]);
    expect(headings('TritonRealtimeEndpoint', '###').filter((heading) => /^[A-Z]/.test(heading))).toEqual([
      'Required',
      'Models and instances',
      'Scaling',
      'Updates',
      'Tests and monitoring',
      'Model files and engines',
      'Security and network',
    ]);
  });

  test('a row links to the description of the property and to its type, and has the default', () => {
    expect(page('TritonRealtimeEndpoint')).toMatch(
      /^\| \[image\]\(#cdk-sagemaker-triton-triton-realtime-endpoint-props-property-image\) \| \[TritonImage\]\(TritonImage\.md\) \| .* \| TritonImage\.defaultRelease\(\).* \|$/m,
    );
  });

  test.each(['TritonMultiModelEndpoint', 'TritonAsyncEndpoint', 'InferenceRecommenderJob', 'TritonModel'])(
    'the page of %s shows the properties by purpose',
    (name) => {
      expect(headings(name, '##')).toContain('Properties by purpose');
    },
  );

  test('no page of a construct shows what CDK adds to every construct', () => {
    for (const name of [
      'TritonRealtimeEndpoint',
      'TritonAsyncEndpoint',
      'InferenceRecommenderJob',
      'TritonDashboard',
      'EndpointAlarms',
    ]) {
      expect(page(name)).not.toMatch(
        /cross-stack reference strength|`toString`|`isConstruct`|\[node\]|removal policy/i,
      );
    }
  });
});
