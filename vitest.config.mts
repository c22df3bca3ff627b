import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const CORES = availableParallelism();

/**
 * The suites. A test file's name says its suite:
 *
 * - `unit`: `*.test.ts`, without a server, emulator, browser or Python
 * - `system`: `*.system.test.ts`, with the real ones of these
 * - `proofs`: `*.proof.test.ts`, long random histories, fuzzing, and the comparison with a real server's verdicts
 */
export default defineConfig({
  test: {
    projects: [
      suite('unit', ['test/**/*.test.ts'], {
        exclude: ['**/*.{system,proof}.test.ts'],
        // Nobody uploads what these tests synthesize: files stay where they are instead of being copied into each app's folder.
        env: { CDK_CONTEXT_JSON: JSON.stringify({ 'aws:cdk:disable-asset-staging': true }) },
      }),
      // These wait for servers most of the time: with as many workers as cores, half of the cores would wait, too.
      suite('system', ['test/**/*.system.test.ts'], { maxWorkers: CORES + 2 }),
      suite('proofs', ['test/**/*.proof.test.ts']),
    ],
    globalSetup: 'test/temporary-folder.ts',
  },
});

function suite(name: string, include: string[], { exclude = [] as string[], env = {}, maxWorkers = CORES } = {}) {
  return {
    test: {
      name,
      include,
      exclude,
      maxWorkers,
      sequence: { groupOrder: maxWorkers }, // suites with as many workers make up a group, and groups run one after the other
      globals: true,
      setupFiles: 'test/fixed-seed.ts',
      isolate: false, // aws-cdk-lib is loaded once by each worker instead of once for each file
      env: { CDK_VALIDATION: 'false', ...env }, // it costs seconds for each app; strict.proof.test.ts runs with it
      // Only to end what hangs: no machine is so slow that a test that works reaches it.
      testTimeout: 1_200_000,
      hookTimeout: 1_200_000,
    },
  };
}
