/** The packages of other people that a bundle has parts of, and their licenses. */
import * as fs from 'fs';
import * as path from 'path';
import type { Metafile } from 'esbuild';

/** A package of which at least one file is in a bundle. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression. */
  readonly license: string;
  /** The license as the package ships it, or as the bundled files say it themselves; undefined when neither does. */
  readonly text?: string;
}

/** The packages in bundles, by name. Bundles are made in the repository's root. */
export function bundledPackages(...metafiles: Metafile[]): BundledPackage[] {
  const files = new Map<string, string[]>();
  for (const input of metafiles.flatMap(({ inputs }) => Object.keys(inputs))) {
    const [, folder] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input) ?? [];
    if (folder !== undefined) files.set(folder, [...(files.get(folder) ?? []), input]);
  }
  return [...files]
    .map(([folder, inputs]) => describePackage(folder, inputs))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** One text: each license after the packages that have it. */
export function renderLicenses(packages: BundledPackage[]): string {
  const byText = new Map<string, string[]>();
  for (const { name, version, license, text } of packages) {
    const words = text ?? `${license}: see LICENSE of this package.`;
    byText.set(words, [...(byText.get(words) ?? []), `${name} ${version}`]);
  }
  return [...byText].map(([text, names]) => `${names.join(', ')}\n\n${text}\n`).join(`\n${'-'.repeat(100)}\n\n`);
}

function describePackage(folder: string, inputs: string[]): BundledPackage {
  const { name, version, license } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const files = fs.readdirSync(folder).filter((file) => /^(licen[cs]e|copying)/i.test(file));
  const texts =
    files.length > 0 ? files.map((file) => fs.readFileSync(path.join(folder, file), 'utf8')) : headers(inputs);
  return { name, version, license, text: texts.length > 0 ? texts.join('\n').trim() : undefined };
}

/** The comments at the beginning of files that say whose they are. */
function headers(inputs: string[]): string[] {
  const found = inputs.map((input) => /^(?:\/\/.*\n)+/m.exec(fs.readFileSync(input, 'utf8'))?.[0] ?? '');
  return [...new Set(found.filter((text) => text.includes('Copyright')))].map((text) =>
    text.replaceAll(/^\/\/ ?/gm, ''),
  );
}
