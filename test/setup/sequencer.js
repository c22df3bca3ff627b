const TestSequencer = require('@jest/test-sequencer').default;

/** Test files that take the longest. */
const LONG_FILES = [
  'proofs/hostile-corpus.proof.test.ts',
  'proofs/props.proof.test.ts',
  'histories/engines.proof.test.ts',
  'deploy/integ.proof.test.ts',
  'proofs/interrupted.proof.test.ts',
  'deploy/deploy.system.test.ts',
  'local/real-triton.system.test.ts',
  'local/multi-model.system.test.ts',
  'histories/histories.system.test.ts',
];

const positionOf = (path) => LONG_FILES.findIndex((file) => path.endsWith(`/${file}`));

/** Starts the long test files first, so that no core is idle at the end. Without durations of an earlier run, Jest starts the largest files first. */
module.exports = class extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isLong = ({ path }) => positionOf(path) >= 0;
    const long = sorted.filter(isLong).sort((a, b) => positionOf(a.path) - positionOf(b.path));
    return [...long, ...sorted.filter((test) => !isLong(test))];
  }
};
