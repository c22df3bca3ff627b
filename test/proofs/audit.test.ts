import { advisoriesOf } from '../../scripts/audit';

const advisory = { title: 'Decompression bomb', url: 'https://github.com/advisories/GHSA-1' };

test('the audit reports advisories of bundled packages, but not of development dependencies', () => {
  const report = {
    vulnerabilities: {
      tar: { severity: 'high', via: [advisory] },
      jest: { severity: 'critical', via: [advisory] },
      'cli-progress': { severity: 'low', via: ['string-width'] },
    },
  };
  expect(advisoriesOf(report, ['tar', 'cli-progress', 'commander'])).toEqual([
    'tar: high: Decompression bomb (https://github.com/advisories/GHSA-1)',
    'cli-progress: low: by string-width',
  ]);
});

test('the audit fails if npm returns an error instead of a report', () => {
  expect(() => advisoriesOf({ message: '405 Method Not Allowed' }, ['tar'])).toThrow(
    'npm audit gave no report: 405 Method Not Allowed',
  );
});
