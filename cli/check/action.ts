/** The GitHub Action: the runner passes its inputs as environment variables, which become arguments of the command. */
const given = (input: string): string => process.env[`INPUT_${input.toUpperCase()}`]?.trim() ?? '';

const options = ['release', 'instance-type', 'gpu-count', 'sarif-file'].filter((input) => given(input) !== '');
const paths = given('path').split(/\r?\n/);
process.argv.push(
  '--format=github',
  ...options.map((input) => `--${input}=${given(input)}`),
  '--', // a path may begin with a hyphen
  ...paths.map((line) => line.trim()).filter((line) => line !== ''),
);
require('./triton-check.js');
