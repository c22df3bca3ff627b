/** Writes small pages to the built site that lead from former addresses to the pages that have their content now. */
import * as fs from 'fs';
import * as path from 'path';

/**
 * Former pages, and former headings of pages that were split, with the pages that have their content now. Never remove an entry: other sites and
 * released versions of the library link to these addresses.
 */
export const REDIRECTS: Record<string, string> = {
  'add-a-model': 'multi-model',
  'add-a-model#a-model-on-a-multi-model-endpoint': 'multi-model#a-multi-model-endpoint',
  'add-a-model#while-the-endpoint-runs': 'multi-model#add-a-model-while-the-endpoint-runs',
  'build-once': 'ci#build-once-deploy-elsewhere',
  capacity: 'first-deployment#quotas',
  'capacity#the-command': 'first-deployment#the-preflight-command',
  check: 'command#check',
  'check#options': 'command#options-of-check',
  'check#use-check-before-each-commit': 'command#check-before-each-commit',
  'check#use-check-in-github-actions': 'command#check-in-github-actions',
  consequences: 'ci#see-what-a-deployment-will-do',
  'consequences#in-ci': 'ci#stop-a-pipeline',
  export: 'bring-a-model',
  'fleet-at-zero': 'asynchronous',
  hosting: 'images',
  'hosting#a-strategy-of-your-own': 'server#a-strategy-of-your-own',
  'hosting#debugging-a-container': 'server#debugging-a-container',
  'hosting#permissions-to-invoke-the-endpoint': 'server#permissions-to-invoke-the-endpoint',
  'hosting#properties-that-have-no-option': 'server#properties-that-have-no-option',
  'hosting#sequences': 'server#sequences',
  'hosting#several-variants-and-shadows': 'server#several-variants-and-shadows',
  'hosting#streams': 'language-models#streams',
  'hosting#the-server': 'server#the-server',
  'hosting#without-a-gpu': 'cpu',
  init: 'bring-a-model',
  'local-run': 'command#local',
  'local-run#options': 'command#options-of-local',
  'local-run#outcomes-and-exit-status': 'command#outcomes',
  'pay-less': 'costs',
  pipelines: 'ci#deploy-with-cdk-pipelines',
  recommender: 'sizing#measure-with-inference-recommender',
  'snapshot-tests': 'ci#test-the-app',
  'way-of-a-model': 'how-it-works',
  'why-blue-green': 'what-a-deployment-does',
};

/** The former pages, with their content in HTML. */
export function redirectPages(): Map<string, string> {
  const names = new Set(Object.keys(REDIRECTS).map((source) => source.split('#')[0]));
  return new Map([...names].map((name) => [name, redirectPage(name)]));
}

/** A page that opens the new address. A heading without an entry is assumed to have the same name on the new page. */
function redirectPage(name: string): string {
  const target = addressOf(REDIRECTS[name]);
  const page = target.split('#')[0];
  const headings = Object.entries(REDIRECTS)
    .filter(([source]) => source.startsWith(`${name}#`))
    .map(([source, place]) => [source.slice(name.length), addressOf(place)]);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>This page has moved</title>
<meta name="robots" content="noindex">
<link rel="canonical" href="${target}">
<script>location.replace(${JSON.stringify(Object.fromEntries(headings))}[location.hash] || (location.hash ? "${page}" + location.hash : "${target}"));</script>
<noscript><meta http-equiv="refresh" content="0; url=${target}"></noscript>
<p>This page has moved to <a href="${target}">${target}</a>.</p>
</html>
`;
}

/** The address of a page, from the address of a former page. */
function addressOf(place: string): string {
  const [page, heading] = place.split('#');
  return `../${page}/${heading ? `#${heading}` : ''}`;
}

if (require.main === module) {
  for (const [name, html] of redirectPages()) {
    const folder = path.resolve(process.argv[2], name);
    fs.mkdirSync(folder); // fails if there is a page with this address
    fs.writeFileSync(path.join(folder, 'index.html'), html);
  }
}
