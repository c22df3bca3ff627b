// Loaded before a command. Kills the process after it has written half of the file whose path starts with KILL_AT.
const fs = require('node:fs');

const { openSync, writeFileSync } = fs;
const isSelected = (file) => String(file).startsWith(process.env.KILL_AT);
const descriptors = new Set();
fs.openSync = (file, ...rest) => {
  const descriptor = openSync(file, ...rest);
  if (isSelected(file)) descriptors.add(descriptor);
  return descriptor;
};
fs.writeFileSync = (file, data, ...rest) => {
  if (!isSelected(file) && !descriptors.has(file)) return writeFileSync(file, data, ...rest);
  writeFileSync(file, Buffer.from(data).subarray(0, data.length / 2), ...rest);
  process.kill(process.pid, 'SIGKILL');
};
