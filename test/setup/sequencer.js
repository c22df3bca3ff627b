const TestSequencer = require('@jest/test-sequencer').default;

/** Test files that take several minutes, longest first. */
const LONG_FILES = [
  'proofs/hostile-corpus.proof.test.ts',
  'histories/bake.proof.test.ts',
  'proofs/props.proof.test.ts',
  'histories/engines.proof.test.ts',
  'histories/histories.proof.test.ts',
  'oracle/server-verdicts.proof.test.ts',
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
