import { ServerOptions } from './options';
import { findArgument } from './argument-table';
import { isUnresolved } from '../../findings/is-unresolved';

/** An argument of the server that the user set: `--name=value`, or `--name` with the value in the next word. */
export interface UserArgument {
  /** Full name of the argument, or the text of an argument that the server does not know. */
  readonly name: string;
  /** Undefined if the argument has no value. */
  readonly value?: string;
  /** The original text of the argument. */
  readonly originalText: string;
  /** Property that contains the argument. */
  readonly field: string;
}

/** The arguments in `additionalArguments` and in the environment variable, without arguments that are known only at deployment. */
export function userArguments({ additionalArguments = [], environment = {} }: ServerOptions): UserArgument[] {
  const variable = environment.SAGEMAKER_TRITON_ADDITIONAL_ARGS ?? '';
  const words = isUnresolved(variable) ? [] : variable.split(/\s+/).filter((word) => word !== '');
  return [
    ...parseArguments(additionalArguments, (index) => `server.additionalArguments[${index}]`),
    ...parseArguments(words, () => 'server.environment.SAGEMAKER_TRITON_ADDITIONAL_ARGS'),
  ];
}

/** The values of an argument that can be repeated. */
export function argumentValues(name: string, options: ServerOptions): string[] {
  return userArguments(options).flatMap((each) => (each.name === name ? (each.value ?? []) : []));
}

/** The last value of an argument, which is the value that the server uses. */
export function lastArgumentValue(name: string, options: ServerOptions): string | undefined {
  return argumentValues(name, options).at(-1);
}

function parseArguments(words: string[], fieldOf: (index: number) => string): UserArgument[] {
  const parsedArguments: UserArgument[] = [];
  for (let index = 0; index < words.length; index++) {
    const written = words[index];
    if (isUnresolved(written)) continue;
    const equalsIndex = written.indexOf('=');
    const field = fieldOf(index);
    const knownArgument = /^--./.test(written)
      ? findArgument(written.slice(2, equalsIndex < 0 ? undefined : equalsIndex))
      : undefined;
    const name = knownArgument?.name ?? written;
    if (equalsIndex >= 0 || !knownArgument || knownArgument.argument.kind === 'none') {
      parsedArguments.push({
        name,
        originalText: written,
        field,
        ...(equalsIndex >= 0 && { value: written.slice(equalsIndex + 1) }),
      });
      continue;
    }
    index++;
    parsedArguments.push({ name, originalText: written, field, ...(index < words.length && { value: words[index] }) });
  }
  return parsedArguments;
}
