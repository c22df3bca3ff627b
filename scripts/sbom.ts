/**
 * Writes the software bills of materials of the packages cdk-sagemaker-triton and triton-check to a folder, in CycloneDX format: the packages that
 * their bundles contain. The wheel contains the npm package, so it has the same bill. Requires bundled assets.
 *   tsx scripts/sbom.ts <folder>
 */
import { execFileSync } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { ROOT } from './fresh-app';
import { bundleTritonCheck, TRITON_CHECK } from './triton-check';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly 'bom-ref': string;
}

interface Bill {
  readonly components: Component[];
  readonly dependencies: { ref: string; dependsOn: string[] }[];
  readonly metadata: { readonly component: Component };
}

interface Package {
  readonly name: string;
  readonly version: string;
}

function readJson<T>(...file: string[]): T {
  return JSON.parse(fs.readFileSync(path.join(...file), 'utf8'));
}

/** The bill of the clone, with everything that is installed. */
function fullBill(): Bill {
  const text = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--sbom-type=library'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(text);
}

/** The part of a bill that is about a package and the packages that its bundles contain. */
export function billOf(
  { name, version, description }: Package & { description: string },
  bundled: Package[],
  bill: Bill,
): Bill {
  const components = bill.components.filter((component) =>
    bundled.some((each) => component.name === each.name && component.version === each.version),
  );
  if (components.length !== bundled.length) {
    throw new Error(`the bill has ${components.length} of ${bundled.length} bundled packages; is assets/ fresh?`);
  }
  const componentRefs = components.map((component) => component['bom-ref']);
  const root = `${name}@${version}`;
  const identity = { name, version, description, 'bom-ref': root, purl: `pkg:npm/${root}` };
  const dependencies = bill.dependencies
    .filter(({ ref }) => componentRefs.includes(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => componentRefs.includes(each)) }));
  return {
    ...bill,
    metadata: {
      ...bill.metadata,
      // npm takes the name of the folder.
      component: { ...bill.metadata.component, ...identity },
    },
    // Removes npm's property "development": the packages are development dependencies because they are bundled.
    components: components.map((component) => ({ ...component, properties: undefined })),
    dependencies: [{ ref: root, dependsOn: componentRefs }, ...dependencies],
  };
}

async function main(folder: string): Promise<void> {
  const bill = fullBill();
  const write = (file: string, manifest: string, bundled: Package[]): void =>
    fs.writeFileSync(path.join(folder, file), JSON.stringify(billOf(readJson(manifest), bundled, bill), undefined, 2));
  write('sbom.cdx.json', path.join(ROOT, 'package.json'), readJson(ROOT, 'assets', 'third-party-packages.json'));
  const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'sbom-'));
  const inTritonCheck = await bundleTritonCheck(temporary).finally(() => fs.rmSync(temporary, { recursive: true }));
  write('triton-check-sbom.cdx.json', path.join(TRITON_CHECK, 'package.json'), inTritonCheck);
}

if (require.main === module) void main(process.argv[2]);
