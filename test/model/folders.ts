import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';

/** A model file of the folder `fixtures`. */
export function fixture(name: string): string {
  return path.join(__dirname, 'fixtures', name);
}

const made: string[] = [];

/** A new folder with these files; a value is the file's content. It is removed after the test file's last test. */
export function folderWith(files: { [path: string]: string | Buffer }): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'model-'));
  made.push(folder);
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), content);
  }
  return folder;
}

/** The content of a fixture. */
export function contentOf(name: string): Buffer {
  return fs.readFileSync(fixture(name));
}

afterAll(() => made.forEach((folder) => fs.rmSync(folder, { recursive: true, force: true })));
