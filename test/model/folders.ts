import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';

/** Returns the path of a model file in the folder `fixtures`. */
export function fixture(name: string): string {
  return path.join(__dirname, 'fixtures', name);
}

const createdFolders: string[] = [];

/** Creates a folder with files (contents by path). The folder is deleted after the last test of the test file. */
export function folderWith(files: { [path: string]: string | Buffer }): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'model-'));
  createdFolders.push(folder);
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), content);
  }
  return folder;
}

/** Returns the content of a fixture. */
export function contentOf(name: string): Buffer {
  return fs.readFileSync(fixture(name));
}

afterAll(() => createdFolders.forEach((folder) => fs.rmSync(folder, { recursive: true, force: true })));
