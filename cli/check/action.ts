/** Entry point of the GitHub Action. Passes the inputs, which are environment variables, as arguments to the command. */
const inputValue = (input: string): string => process.env[`INPUT_${input.toUpperCase()}`]?.trim() ?? '';

const options = ['release', 'instance-type', 'gpu-count', 'sarif-file'].filter((input) => inputValue(input) !== '');
const paths = inputValue('path').split(/\r?\n/);
process.argv.push(
  '--format=github',
  ...options.map((input) => `--${input}=${inputValue(input)}`),
  '--', // because a path may begin with a hyphen
  ...paths.map((line) => line.trim()).filter((line) => line !== ''),
);
require('./triton-check.js');
