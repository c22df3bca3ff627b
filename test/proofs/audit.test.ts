import { advisoriesOf } from '../../scripts/audit';

const bomb = { title: 'Decompression bomb', url: 'https://github.com/advisories/GHSA-1' };

test('an advisory of a bundled package is named; one of a package that only develops is not', () => {
  const report = {
    vulnerabilities: {
      tar: { severity: 'high', via: [bomb] },
      jest: { severity: 'critical', via: [bomb] },
      'cli-progress': { severity: 'low', via: ['string-width'] },
    },
  };
  expect(advisoriesOf(report, ['tar', 'cli-progress', 'commander'])).toEqual([
    'tar: high: Decompression bomb (https://github.com/advisories/GHSA-1)',
    'cli-progress: low: by string-width',
  ]);
});

test('a registry that cannot be asked is an error, not a clean bill', () => {
  expect(() => advisoriesOf({ message: '405 Method Not Allowed' }, ['tar'])).toThrow(
    'npm audit gave no report: 405 Method Not Allowed',
  );
});
