import * as fs from 'fs';
import * as path from 'path';
import * as reasons from '../../lib/platform/nag-reasons';
import { compliancePage } from '../../scripts/compliance/page';

const PAGE = fs.readFileSync(path.join(__dirname, '..', '..', 'docs', 'compliance.md'), 'utf8');

/** All texts in an object. */
function textsIn(value: object): string[] {
  return Object.values(value).flatMap((each: string | object) => (typeof each === 'string' ? each : textsIn(each)));
}

test('the page has what the packs find today; if not: npx tsx scripts/compliance-page.ts', () => {
  expect(compliancePage(PAGE)).toBe(PAGE);
});

test('the page has every reason of the library', () => {
  const sentences = textsIn(reasons).filter((text) => text.includes(' '));
  expect(sentences.filter((text) => !PAGE.includes(text))).toEqual([]);
});
