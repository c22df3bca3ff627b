import assert from 'assert/strict';
import { describe, test } from 'node:test';
import { EMPTY_CACHE, runExpectingError, runSuccessfully, write } from './installed';

const LINES = 100_000;
const NO_REGION = { ...EMPTY_CACHE, AWS_REGION: '', AWS_DEFAULT_REGION: '', AWS_CONFIG_FILE: 'none', AWS_PROFILE: '' };

describe('diagnose', () => {
  test('finds the cause in 100,000 lines of a verbose log', async () => {
    const lines = Array.from(
      { length: LINES },
      (_, index) => `I0605 06:26:38.${index} 1 http_server.cc:1] HTTP request`,
    );
    lines[LINES / 2] =
      "E0605 06:26:39.1 1 model_lifecycle.cc:1] failed to load 'a' version 1: Internal: CUDA out of memory";
    const [cause] = JSON.parse(
      await runSuccessfully(['diagnose', write('container.log', lines.join('\n')), '--format', 'json']),
    ).causes;
    assert.deepEqual([cause.id, cause.lineNumber], ['gpu-memory', LINES / 2 + 1]);
  });

  test('reports that no Region is set', async () => {
    assert.match(await runExpectingError(['diagnose', 'my-endpoint'], NO_REGION), /no AWS Region is set/);
  });
});
