import * as fs from 'fs';
import * as path from 'path';
import { assetPath } from '../../lib/files/assets';
import { writeAtomically } from '../../lib/files/write-atomically';
import { version } from '../../package.json';
import { Language } from './code';

/** Template files with a different name in the app, because npm would not package, or would interpret, a file with the real name. */
const NAMES_IN_APP: Record<string, string> = { gitignore: '.gitignore' };

/** The note for an unpublished build of this library: an install by name might find a different package in the registry. */
export function unpublishedNote(language: Language): string[] {
  const [file, library, built] =
    language === 'python'
      ? ['requirements.txt', 'cdk-sagemaker-triton~=0.0.0', 'the path of your .whl']
      : ['package.json', 'the version of cdk-sagemaker-triton', 'file:<path of your .tgz>'];
  return version === '0.0.0' ? [`This build is not a release: in ${file}, replace ${library} with ${built}.`] : [];
}

/** The template files of a folder by their name in the app, with the version of this library. */
export function templateFiles(name: Language | 'import'): Map<string, string> {
  const folder = assetPath('cli', 'templates', name);
  return new Map(
    fs
      .readdirSync(folder)
      .map((file) => [
        NAMES_IN_APP[file] ?? file,
        fs.readFileSync(path.join(folder, file), 'utf8').replaceAll('0.0.0', version),
      ]),
  );
}

/** Replaces the placeholders of a template, such as `{{cdk}}`. */
export function fillTemplate(template: string, values: Record<string, string>): string {
  return template.replace(/{{(\w+)}}/g, (_, name: string) => values[name]);
}

/**
 * Writes an app to a new folder, completely or not at all.
 *
 * @throws if the folder exists
 */
export function writeApp(folder: string, command: string, files: Map<string, string>): void {
  if (fs.existsSync(folder))
    throw new Error(
      `--output: ${folder} exists, and ${command} does not change existing folders; allowed: a folder that does not exist`,
    );
  fs.mkdirSync(path.dirname(folder), { recursive: true });
  writeAtomically(folder, (temporary) => {
    for (const [name, content] of files) {
      const file = path.join(temporary, name);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, content);
    }
  });
}

/** Text as the name of a class, such as `MyModel` for `my-model`. */
export function toClassName(text: string, prefix: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const name = words.map((word) => word[0].toUpperCase() + word.slice(1)).join('');
  return /^[A-Za-z]/.test(name) ? name : `${prefix}${name}`;
}
