/** Calls a function. If the function throws an error, its message names the options of the command instead of the names of the library. */
export type NameOptions = <T>(action: () => T) => T;

/**
 * Creates a function that replaces names in errors.
 *
 * @param options the options of a command by the names of the library that errors contain
 */
export function optionNames(options: Record<string, string>): NameOptions {
  const names = Object.keys(options).join('|').replace(/\./g, '\\.');
  // A name as errors use it: before a colon, or at the end of the allowed values.
  const pattern = new RegExp(`\\b(?:${names})(?=: | \\()`, 'g');
  return (action) => {
    try {
      return action();
    } catch (error) {
      throw error instanceof Error ? new Error(error.message.replace(pattern, (name) => options[name])) : error;
    }
  };
}
