/** Prints the software bill of materials of the package in CycloneDX format: the bundled packages. Requires bundled assets. */
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
  const componentRefs = components.map((component) => component['bom-ref']);
  const root = bill.metadata.component['bom-ref'];
  const dependencies = bill.dependencies
    .filter(({ ref }) => ref === root || componentRefs.includes(ref))
    .map(({ ref, dependsOn }) => ({
      ref,
      dependsOn: ref === root ? componentRefs : dependsOn.filter((each) => componentRefs.includes(each)),
    }));
  // Removes npm's property "development": the packages are development dependencies because they are bundled.
  const publishedComponents = components.map((component) => ({ ...component, properties: undefined }));
  console.log(JSON.stringify({ ...bill, components: publishedComponents, dependencies }, undefined, 2));
}

main();
