import * as fs from 'node:fs';
import { weekFiles } from '../../scripts/week-of-traffic';

test('the table and the picture of the week of traffic are those of the simulation', () => {
  for (const [file, content] of weekFiles()) expect(fs.readFileSync(file, 'utf8')).toBe(content);
});
