import { packagesByModel, packagesMetadata } from '../../lib/artifacts/deployed-packages';

const file = (path: string, name?: string) => ({ path, bytes: 10, sha256: '', package: name });

test('the packages of each model are counted over all version folders', () => {
  const files = [
    file('first/1/model.py'),
    file('first/1/six.py', 'six 1.17.0'),
    file('first/2/six.py', 'six 1.17.0'),
    file('second/1/regex/__init__.py', 'regex 2025.9.1'),
    file('second/1/six.py', 'six 1.17.0'),
    file('third/1/model.py'),
  ];
  expect(packagesByModel(files)).toEqual([
    { model: 'first', packages: ['six 1.17.0'], files: 2, bytes: 20 },
    { model: 'second', packages: ['regex 2025.9.1', 'six 1.17.0'], files: 2, bytes: 20 },
  ]);
});

test('the metadata of a publication is limited, and counts the models that it omits', () => {
  const models = Array.from({ length: 2000 }, (_, index) => ({
    model: `model-${1000 + index}`,
    packages: ['six 1.17.0'],
    files: 2,
    bytes: 20,
  }));
  const metadata = packagesMetadata(models);
  expect(JSON.stringify(metadata).length).toBeLessThan(51_000);
  expect(metadata?.omittedModels).toBe(2000 - (metadata?.models.length ?? 0));
  expect(packagesMetadata([])).toBeUndefined();
});
