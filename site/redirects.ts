/** Adds former addresses to the built site: small pages for former pages, and scripts in the pages that had other headings. */
import * as fs from 'fs';
import * as path from 'path';
import { REDIRECTS } from './former-addresses';

/** The former pages, with their content in HTML. */
export function redirectPages(): Map<string, string> {
  const pages = Object.entries(REDIRECTS).filter(([source]) => !source.includes('#'));
  return new Map(pages.map(([name, target]) => [name, redirectPage(name, target)]));
}

/** The scripts of existing pages that open the new address of a former heading. */
export function headingScripts(): Map<string, string> {
  const names = new Set(Object.keys(REDIRECTS).map((source) => source.split('#')[0]));
  const existing = [...names].filter((name) => !Object.hasOwn(REDIRECTS, name));
  return new Map(
    existing.map((name) => [
      name,
      `<script>{ const place = ${headingsOf(name)}[location.hash]; if (place) location.replace(place); }</script>`,
    ]),
  );
}

/** A page that opens the new address. A heading without an entry is assumed to have the same name on the new page. */
function redirectPage(name: string, place: string): string {
  const target = addressOf(place, name);
  const page = target.split('#')[0];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>This page has moved</title>
<meta name="robots" content="noindex">
<link rel="canonical" href="${target}">
<script>location.replace(${headingsOf(name)}[location.hash] || (location.hash ? "${page}" + location.hash : "${target}"));</script>
<noscript><meta http-equiv="refresh" content="0; url=${target}"></noscript>
<p>This page has moved to <a href="${target}">${target}</a>.</p>
</html>
`;
}

/** The new addresses of the headings of a page, as JSON. A heading whose content is now at the top of its page needs none. */
function headingsOf(name: string): string {
  const headings = Object.entries(REDIRECTS).filter(
    ([source, place]) => source.startsWith(`${name}#`) && place !== name,
  );
  return JSON.stringify(
    Object.fromEntries(headings.map(([source, place]) => [source.slice(name.length), addressOf(place, name)])),
  );
}

/** The address of a page, relative to the address of a different page. */
function addressOf(place: string, from: string): string {
  const folderOf = (page: string): string => page.replace(/(^|\/)index$/, '');
  const [page, heading] = place.split('#');
  const address = path.posix.relative(folderOf(from), folderOf(page));
  return `${address || '.'}/${heading ? `#${heading}` : ''}`;
}

/** Writes the former addresses to the folder of the site. */
function writeRedirects(site: string): void {
  const fileOf = (page: string): string => path.join(site, page.replace(/(^|\/)index$/, ''), 'index.html');
  for (const [name, html] of redirectPages()) {
    fs.mkdirSync(path.dirname(fileOf(name))); // fails if there is a page with this address
    fs.writeFileSync(fileOf(name), html);
  }
  for (const [name, script] of headingScripts()) {
    const html = fs.readFileSync(fileOf(name), 'utf8');
    fs.writeFileSync(fileOf(name), html.replace('</head>', `${script}</head>`));
  }
}

if (require.main === module) writeRedirects(path.resolve(process.argv[2]));
