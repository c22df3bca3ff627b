/** Shortens a long text to its beginning and its end. The end is kept because the end of a message contains the allowed values. */
export function abridged(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const endLength = Math.floor(maxLength / 4);
  return `${text.slice(0, maxLength - endLength)}… (${text.length - maxLength} characters) …${text.slice(-endLength)}`;
}
