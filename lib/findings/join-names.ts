/** Maximum number of names in a message. Otherwise, each finding about a long list would repeat the whole list. */
const MAX_NAMES = 50;

/** Joins the first names of a list, and adds the number of omitted names. */
export function joinNames(names: readonly string[]): string {
  const omitted = names.length - MAX_NAMES;
  return `${names.slice(0, MAX_NAMES).join(', ')}${omitted > 0 ? `, … and ${omitted} more` : ''}`;
}
