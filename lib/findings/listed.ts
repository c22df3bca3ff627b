/** More would hide what the message is about; of a list of thousands, each finding would repeat all. */
const NAMED = 50;

/** The first names of a list, and how many more there are. */
export function listed(names: readonly string[]): string {
  const rest = names.length - NAMED;
  return `${names.slice(0, NAMED).join(', ')}${rest > 0 ? `, … and ${rest} more` : ''}`;
}
