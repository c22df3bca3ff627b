// Loaded before the program that packs an archive. Pauses the program after it has written a part of the archive, so that a test can kill it then.
// The program continues when the file CONTINUE_AT exists, or the archive is deleted, for example because the test has failed.
const fs = require('node:fs');
const { setTimeout } = require('node:timers/promises');

const WRITTEN_BYTES = 1e6;

const { open } = fs.promises;
fs.promises.open = async (file, flags, ...rest) => {
  const handle = await open(file, flags, ...rest);
  if (flags !== 'w') return handle;
  const { writev } = handle;
  let written = 0;
  handle.writev = async (...pieces) => {
    const isPaused = () => written > WRITTEN_BYTES && fs.existsSync(file) && !fs.existsSync(process.env.CONTINUE_AT);
    while (isPaused()) await setTimeout(20);
    const result = await writev.apply(handle, pieces);
    written += result.bytesWritten;
    return result;
  };
  return handle;
};
