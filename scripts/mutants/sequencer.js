const { relative } = require('node:path');
const TestSequencer = require('@jest/test-sequencer').default;

/** Runs the test files in the order of the command line. Jest loads this module before it can compile TypeScript. */
module.exports = class extends TestSequencer {
  constructor(options) {
    super(options);
    this.files = options.globalConfig.nonFlagArgs;
  }

  sort(tests) {
    const position = ({ path }) => this.files.indexOf(relative(process.cwd(), path));
    return [...tests].sort((a, b) => position(a) - position(b));
  }
};
