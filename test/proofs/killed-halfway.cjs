// Loaded before a command. Kills the process after it has written half of the file whose path starts with KILL_AT.
const fs = require('node:fs');

const { writeFileSync } = fs;
fs.writeFileSync = (file, data, ...rest) => {
  if (!String(file).startsWith(process.env.KILL_AT)) return writeFileSync(file, data, ...rest);
  writeFileSync(file, Buffer.from(data).subarray(0, data.length / 2), ...rest);
  process.kill(process.pid, 'SIGKILL');
};
