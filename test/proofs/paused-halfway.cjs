// Loaded before the program that packs an archive. Pauses the program after it has written a part of the archive, so that a test can kill it then.
const fs = require('node:fs');

const WRITTEN_BYTES = 1e6;
/** The program continues after this time, for example because the test has failed. */
const PAUSE_MILLISECONDS = 60_000;

const { openSync, writeFileSync } = fs;
let descriptor;
let written = 0;
fs.openSync = (file, flags, ...rest) => {
  const opened = openSync(file, flags, ...rest);
  if (flags === 'w') descriptor = opened;
  return opened;
};
fs.writeFileSync = (file, data, ...rest) => {
  if (file === descriptor) {
    if (written > WRITTEN_BYTES) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MILLISECONDS);
    written += data.length;
  }
  return writeFileSync(file, data, ...rest);
};
