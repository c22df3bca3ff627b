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

describe('API.md becomes', () => {
  const pages = apiPages(API);

  test('an index with the first sentence of each type, where it has one', () => {
    expect(pages.get('api/index.md')).toContain('| [Oven](Oven.md) | Bakes bread; or cake. |');
    expect(pages.get('api/index.md')).toContain('| [IHot](IHot.md) |  |');
  });

  test('a page for each type, with links between pages and sentences that jsii took apart put together', () => {
    expect([...pages.keys()]).toEqual(['api/index.md', 'api/Oven.md', 'api/IHot.md']);
    expect(pages.get('api/Oven.md')).toContain('# Oven\n');
    expect(pages.get('api/Oven.md')).toContain('*Implements:* [IHot](IHot.md)');
    expect(pages.get('api/Oven.md')).toContain('Bakes bread; or cake. It gets hot.');
    expect(pages.get('api/Oven.md')).toContain('(bakery-oven-bake)=\n### `bake`');
  });
});

test('a link to a type that is not described is refused', () => {
  expect(() => apiPages(API.replace('#bakery.IHot', '#bakery.IGone'))).toThrow(
    'API.md links to bakery.IGone, which it does not describe',
  );
});
