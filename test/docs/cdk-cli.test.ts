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

/** The CDK CLI in commands that take it from the registry, such as aws-cdk@2. */
function named(text: string): string[] {
  const commands = text.match(/\b(?:npm install|npx) [^`\n]*/g) ?? [];
  return commands.flatMap((command) => command.match(/(?<=\s)aws-cdk(?![\w-])\S*/g) ?? []);
}

// aws-cdk 3.0.0, the latest on npm, has an older schema than the apps of aws-cdk-lib 2, and rejects them.
test('each command that takes the CDK CLI from the registry names the major version that the library is made with', () => {
  const clis = TEXTS.flatMap((file) => named(fs.readFileSync(path.join(ROOT, file), 'utf8')));
  expect(clis.length).toBeGreaterThan(4);
  expect(new Set(clis)).toEqual(new Set([`aws-cdk@${MAJOR}`]));
});

test.each(['npm install aws-cdk', 'npm install aws-cdk-lib constructs aws-cdk tsx', 'npx aws-cdk deploy'])(
  '%s names none',
  (command) => expect(named(command)).toEqual(['aws-cdk']),
);
