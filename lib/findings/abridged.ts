/** The beginning and the end of a text that is too long for a message, which says what is allowed at its end. */
export function abridged(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = Math.floor(most / 4);
  return `${text.slice(0, most - end)}… (${text.length - most} characters) …${text.slice(-end)}`;
}
