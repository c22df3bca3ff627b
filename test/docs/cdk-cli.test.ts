import * as fs from 'fs';
import * as path from 'path';
import packageJson from '../../package.json';

const ROOT = path.join(__dirname, '..', '..');
const TEXTS = ['README.md', 'CONTRIBUTING.md', ...textsOf('docs'), ...textsOf('cli/init/templates')];
const [, MAJOR] = /(\d+)/.exec(packageJson.devDependencies['aws-cdk']) ?? [];

function textsOf(folder: string): string[] {
  return fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(folder, name));
}

/** Package specifiers of the CDK CLI in npm commands, such as aws-cdk@2. */
function cdkSpecifiers(text: string): string[] {
  const commands = text.match(/\b(?:npm install|npx) [^`\n]*/g) ?? [];
  return commands.flatMap((command) => command.match(/(?<=\s)aws-cdk(?![\w-])\S*/g) ?? []);
}

// aws-cdk 3.0.0, the latest version on npm, rejects apps with aws-cdk-lib 2, because its schema is older than the schema of these apps.
test('npm commands for the CDK CLI contain the major version with which the library is built', () => {
  const specifiers = TEXTS.flatMap((file) => cdkSpecifiers(fs.readFileSync(path.join(ROOT, file), 'utf8')));
  expect(specifiers.length).toBeGreaterThan(4);
  expect(new Set(specifiers)).toEqual(new Set([`aws-cdk@${MAJOR}`]));
});

test.each(['npm install aws-cdk', 'npm install aws-cdk-lib constructs aws-cdk tsx', 'npx aws-cdk deploy'])(
  'a command without a major version is detected: %s',
  (command) => expect(cdkSpecifiers(command)).toEqual(['aws-cdk']),
);
