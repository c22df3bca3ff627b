import { Token } from 'aws-cdk-lib';
import { ServerOptions } from './options';
import { argumentNamed } from './argument-table';

/** An argument of the server as it was given: `--name=value`, or `--name` with its value in the next one. */
export interface GivenArgument {
  /** The argument's full name; what was written for one that the server does not know. */
  readonly name: string;
  /** Absent where there is none. */
  readonly value?: string;
  readonly written: string;
  readonly field: string;
}

/** The further arguments of the server, of both properties that give some. Those that are known only at deployment are left out. */
export function givenArguments({ additionalArguments = [], environment = {} }: ServerOptions): GivenArgument[] {
  const variable = environment.SAGEMAKER_TRITON_ADDITIONAL_ARGS ?? '';
  const words = Token.isUnresolved(variable) ? [] : variable.split(/\s+/).filter((word) => word !== '');
  return [
    ...read(additionalArguments, (index) => `server.additionalArguments[${index}]`),
    ...read(words, () => 'server.environment.SAGEMAKER_TRITON_ADDITIONAL_ARGS'),
  ];
}

/** The value that the server takes: the last one of an argument. */
export function lastArgument(name: string, options: ServerOptions): string | undefined {
  return givenArguments(options)
    .filter((each) => each.name === name)
    .at(-1)?.value;
}

function read(words: string[], fieldOf: (index: number) => string): GivenArgument[] {
  const found: GivenArgument[] = [];
  for (let index = 0; index < words.length; index++) {
    const written = words[index];
    if (Token.isUnresolved(written)) continue;
    const equals = written.indexOf('=');
    const field = fieldOf(index);
    const known = /^--./.test(written) ? argumentNamed(written.slice(2, equals < 0 ? undefined : equals)) : undefined;
    const name = known?.name ?? written;
    if (equals >= 0 || !known || known.argument.kind === 'none') {
      found.push({ name, written, field, ...(equals >= 0 && { value: written.slice(equals + 1) }) });
      continue;
    }
    index++;
    found.push({ name, written, field, ...(index < words.length && { value: words[index] }) });
  }
  return found;
}
