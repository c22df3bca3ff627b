import type { EnvironmentContext, JestEnvironmentConfig } from '@jest/environment';
import type { Circus } from '@jest/types';
import { ModuleMocker } from 'jest-mock';
import { delimiter } from 'node:path';
import { cacheFolder } from '../../lib/files/cache-folder';
import { repetition } from './proof';

/**
 * Test environment that runs all test files of a worker with the globals of the worker. Jest's default environments use a separate virtual
 * machine for each file, but a worker loads modules only once (see `runner.ts`). After each file, this environment restores the environment
 * variables.
 *
 * This environment also prevents colors in the output of programs that tests start: Jest sets FORCE_COLOR in a terminal, and some programs
 * print colors if CI is set.
 */
export default class SharedEnvironment {
  readonly global = globalThis;
  readonly moduleMocker = new ModuleMocker(globalThis);
  readonly fakeTimers = null;
  readonly fakeTimersModern = null;
  private readonly env = { ...process.env };
  private hasFailed = false;
  private readonly exit = process.exit; // Jest replaces `process.exit` for each test file

  constructor(
    private readonly config: JestEnvironmentConfig,
    private readonly context: EnvironmentContext,
  ) {
    const { moduleMocker } = this;
    const jest = Object.fromEntries(
      (['fn', 'spyOn', 'replaceProperty', 'restoreAllMocks'] as const).map((name) => [
        name,
        moduleMocker[name].bind(moduleMocker),
      ]),
    );
    Object.assign(globalThis, { jest });
  }

  async setup(): Promise<void> {
    Object.assign(process.env, this.config.projectConfig.testEnvironmentOptions.env);
    delete process.env.FORCE_COLOR;
    process.env.NO_COLOR = '1';
    process.env.PATH = `${cacheFolder('bin')}${delimiter}${process.env.PATH}`; // for uv, which scripts/deploy/setup.sh installs
  }

  async teardown(): Promise<void> {
    process.exit = this.exit;
    for (const name of Object.keys(process.env)) if (!(name in this.env)) delete process.env[name];
    Object.assign(process.env, this.env);
  }

  /**
   * Makes a test or hook fail if its function has a parameter for which `test.each` has no value. Otherwise, Jest would pass a callback as
   * this parameter, and wait until the function calls the callback. If a proof fails, prints the command that draws the same cases.
   */
  handleTestEvent(event: Circus.Event | Circus.SyncEvent, { currentDescribeBlock }: Circus.State): void {
    if (event.name === 'test_done' && event.test.errors.length > 0) this.hasFailed = true;
    if (event.name === 'run_finish' && this.hasFailed) this.describeRepetition();
    if ((event.name !== 'add_test' && event.name !== 'add_hook') || !event.fn?.length) return;
    const { children, hooks } = currentDescribeBlock;
    const added = event.name === 'add_hook' ? hooks.at(-1) : children.at(-1);
    const fail = (): void => {
      throw new Error('it has a parameter without a value: give it a default');
    };
    Object.assign(added as Circus.TestEntry | Circus.Hook, { fn: fail });
  }

  private describeRepetition(): void {
    const { testPath } = this.context;
    if (testPath.endsWith('.proof.test.ts')) console.error(`To run the same cases again: ${repetition(testPath)}`);
  }

  getVmContext(): null {
    return null;
  }
}
