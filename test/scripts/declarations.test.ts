import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { deleteUnreachedDeclarations } from '../../scripts/declarations';

test('declarations that an entry point references, directly or through import(), are kept, and all other declarations are deleted', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'declarations-'));
  const files = {
    'index.d.ts': "export * from './room'; export * as other from './room/other';",
    'room/other.d.ts': '',
    'room/index.d.ts': "export declare const made: import('./deep').Deep; import 'aws-cdk-lib';",
    'room/deep.d.ts': 'export interface Deep {}',
    'room/part.d.ts': "import { Deep } from './deep'; export declare const part: Deep;",
    'room/part.js': '',
  };
  fs.mkdirSync(path.join(folder, 'room'));
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
  deleteUnreachedDeclarations(folder, [path.join(folder, 'index.d.ts')]);
  expect(fs.readdirSync(path.join(folder, 'room')).sort()).toEqual([
    'deep.d.ts',
    'index.d.ts',
    'other.d.ts',
    'part.js',
  ]);
});
