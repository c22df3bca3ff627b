/**
 * The folders of lib/ ("rooms"), from the lowest layer up. A room may import itself and the rooms in its list.
 * docs/architecture.md describes each room.
 */
export const ROOMS: Record<string, string[]> = {
  findings: [],
  files: ['findings'],
  facts: ['findings'],
  platform: ['findings', 'facts'],
  client: ['files', 'facts'],
  contracts: ['findings', 'facts', 'platform', 'client'],
  cdk: ['findings', 'files', 'facts', 'platform', 'contracts'],
  'model-config': ['findings', 'files', 'facts', 'platform', 'contracts'],
  model: ['findings', 'files', 'facts', 'platform', 'client', 'contracts', 'model-config'],
  diagnosis: ['findings', 'facts'],
  artifacts: ['findings', 'files', 'facts', 'platform', 'contracts', 'cdk', 'model'],
  engine: ['findings', 'files', 'facts', 'platform', 'contracts', 'cdk', 'model', 'artifacts'],
  scaling: ['findings', 'facts', 'platform', 'contracts', 'cdk'],
  measurements: ['findings', 'files', 'facts', 'platform', 'contracts', 'model', 'scaling'],
  monitoring: ['findings', 'facts', 'platform', 'contracts', 'cdk', 'measurements'],
  'smoke-test': ['findings', 'facts', 'platform', 'contracts', 'cdk', 'model'],
  endpoint: [
    ...['findings', 'files', 'facts', 'platform', 'contracts', 'cdk', 'diagnosis', 'model-config', 'model'],
    ...['artifacts', 'engine', 'scaling', 'measurements', 'monitoring', 'smoke-test'],
  ],
  recommender: [
    ...['findings', 'files', 'facts', 'platform', 'contracts', 'cdk', 'model-config', 'model', 'artifacts'],
    ...['engine', 'scaling', 'measurements', 'monitoring', 'smoke-test', 'endpoint'],
  ],
  capacity: [
    ...['findings', 'files', 'facts', 'platform', 'contracts', 'model-config', 'model', 'scaling', 'measurements'],
  ],
  alpha: ['index'], // adapters for what users see: lib/index.ts
};

/**
 * The folders that each program outside of lib/ may import. The command loads aws-cdk-lib, because `lib/model` and `lib/artifacts` do; only
 * `check`, which is a separate bundle, does not.
 */
const PROGRAMS: Record<string, string[]> = {
  lambda: [...['lib/contracts', 'lib/client/protocol', 'lib/diagnosis', 'lib/facts', 'lib/files', 'lib/findings']],
  cli: [
    ...['lib/contracts', 'lib/client/protocol', 'lib/diagnosis', 'lib/facts', 'lib/files', 'lib/findings'],
    ...[
      'lib/model-config',
      'lib/model',
      'lib/platform',
      'lib/measurements',
      'lib/capacity',
      'lib/artifacts',
      'lambda/shared',
      'package.json',
    ],
  ],
  'artifact-worker': ['lib/artifacts'],
  bin: ['lib', 'lib/client'],
};

/** Rooms, and folders outside of lib/, that load neither aws-cdk-lib nor constructs. */
const WITHOUT_CDK = [
  'lambda',
  ...['contracts', 'facts', 'files', 'client', 'diagnosis', 'model-config'].map((room) => `lib/${room}`),
];

/** The depth of the deepest folder. `test/scripts/import-rules.system.test.ts` checks that no file is deeper. */
const MAX_DEPTH = 4;

/** Linter overrides that reject imports of rooms that are not in the list, and imports of lib/index.ts from inside lib/. */
export function importRuleOverrides(): object[] {
  return [
    ...Object.entries(ROOMS).flatMap(([room, allowed]) => overridesForFolder(`lib/${room}`, allowed)),
    ...Object.entries(PROGRAMS).flatMap(([program, allowed]) => overridesForFolder(program, allowed)),
  ];
}

/** Creates an override for each depth below the folder, because the import paths of a file depend on the depth of the file. */
function overridesForFolder(folder: string, allowed: string[]): object[] {
  return Array.from({ length: MAX_DEPTH }, (_, depth) => {
    const parentPath = '../'.repeat(depth + 1);
    const parentFolder = parentPath.slice(0, -1);
    return {
      files: [`${folder}/${'*/'.repeat(depth)}*.ts`],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            patterns: [
              ...(WITHOUT_CDK.includes(folder)
                ? [
                    {
                      group: ['aws-cdk-lib', 'aws-cdk-lib/**', 'constructs'],
                      message: `${folder} may not load CDK (projenrc/walls.ts).`,
                    },
                  ]
                : []),
              {
                group: [
                  ...(allowed.includes('index') ? [] : [parentFolder]),
                  `${parentPath}**`,
                  ...allowed.flatMap((each) => [
                    `!${parentPath}${each}`,
                    ...(each === 'lib' ? [] : [`!${parentPath}${each}/**`]),
                  ]),
                ],
                message: `${folder} may import ${allowed.join(', ') || 'nothing outside of its folder'} (projenrc/walls.ts).`,
              },
            ],
          },
        ],
      },
    };
  });
}
