/** The third-party packages in bundles, and their licenses. */
import * as fs from 'fs';
import * as path from 'path';
import type { Metafile } from 'esbuild';

/** A package with at least one file in a bundle. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** The license as an SPDX expression. */
  readonly license: string;
  /** The license text in the package or in the headers of its bundled files; undefined if there is none. */
  readonly text?: string;
}

/** The packages in bundles, sorted by name. The paths in the metafiles are relative to the root of the repository. */
export function bundledPackages(...metafiles: Metafile[]): BundledPackage[] {
  const files = new Map<string, string[]>();
  for (const input of metafiles.flatMap(({ inputs }) => Object.keys(inputs))) {
    const [, folder] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input) ?? [];
    if (folder === undefined) continue;
    rejectBundle(input);
    files.set(folder, [...(files.get(folder) ?? []), input]);
  }
  return [...files]
    .map(([folder, inputs]) => describePackage(folder, inputs))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** What a line of a minified file contains many times. */
const STATEMENT = /\b(?:function|return|class|if|for|while|new|var|let|const)\b|=>/g;
/** What bundlers write into files that they do not minify. */
const BUNDLED = /^\/\/ \S*node_modules\/\S+$|\b__webpack_require__\b/m;

/** Rejects a file that is itself a bundle: it can contain packages that no list would name. */
function rejectBundle(input: string): void {
  const code = fs.readFileSync(input, 'utf8').replaceAll(/^\/\/# sourceMappingURL=.*$/gm, '');
  const isMinified = code.split('\n').some((line) => (line.match(STATEMENT) ?? []).length > 100);
  if (!isMinified && !BUNDLED.test(code)) return;
  throw new Error(`${input} is a bundle, which can contain other packages: import a file of the package that is none`);
}

/** Renders all license texts, each after the packages with this license. */
export function renderLicenses(packages: BundledPackage[]): string {
  const byText = new Map<string, string[]>();
  for (const { name, version, license, text } of packages) {
    const licenseText = text ?? `${license}: see LICENSE of this package.`;
    byText.set(licenseText, [...(byText.get(licenseText) ?? []), `${name} ${version}`]);
  }
  return [...byText].map(([text, names]) => `${names.join(', ')}\n\n${text}\n`).join(`\n${'-'.repeat(100)}\n\n`);
}

function describePackage(folder: string, inputs: string[]): BundledPackage {
  const { name, version, license } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const files = fs.readdirSync(folder).filter((file) => /^(licen[cs]e|copying)/i.test(file));
  const texts =
    files.length > 0
      ? files.map((file) => fs.readFileSync(path.join(folder, file), 'utf8'))
      : copyrightComments(inputs);
  return { name, version, license, text: texts.length > 0 ? texts.join('\n').trim() : undefined };
}

/** The copyright comments at the beginning of files. */
function copyrightComments(inputs: string[]): string[] {
  const comments = inputs.map((input) => /^(?:\/\/.*\n)+/m.exec(fs.readFileSync(input, 'utf8'))?.[0] ?? '');
  return [...new Set(comments.filter((text) => text.includes('Copyright')))].map((text) =>
    text.replaceAll(/^\/\/ ?/gm, ''),
  );
}
