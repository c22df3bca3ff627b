/** Prints what the package has parts of as CycloneDX: npm's bill of this folder without what only develops it. After bundle. */
import { execFileSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';

const ROOT = path.join(__dirname, '..');

interface Component {
  readonly name: string;
  readonly version: string;
  readonly 'bom-ref': string;
}

interface Bill {
  readonly components: Component[];
  readonly dependencies: { ref: string; dependsOn: string[] }[];
  readonly metadata: { component: { 'bom-ref': string } };
}

function main(): void {
  const shipped: { name: string; version: string }[] = JSON.parse(
    fs.readFileSync(path.join(ROOT, 'assets', 'third-party-packages.json'), 'utf8'),
  );
  const text = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--sbom-type=library'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const bill: Bill = JSON.parse(text);
  const components = bill.components.filter((component) =>
    shipped.some(({ name, version }) => component.name === name && component.version === version),
  );
  if (components.length !== shipped.length) {
    throw new Error(`the bill has ${components.length} of ${shipped.length} bundled packages; is assets/ fresh?`);
  }
  const refs = components.map((component) => component['bom-ref']);
  const root = bill.metadata.component['bom-ref'];
  const dependencies = bill.dependencies
    .filter(({ ref }) => ref === root || refs.includes(ref))
    .map(({ ref, dependsOn }) => ({
      ref,
      dependsOn: ref === root ? refs : dependsOn.filter((each) => refs.includes(each)),
    }));
  // npm calls them "development": they are not installed, as they are in the bundles.
  const shown = components.map((component) => ({ ...component, properties: undefined }));
  console.log(JSON.stringify({ ...bill, components: shown, dependencies }, undefined, 2));
}

main();
