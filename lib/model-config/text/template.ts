/** Placeholders that a script replaces, such as `${name}`, `$NAME` or `{{ name }}`. None is valid in the text format. */
const PLACEHOLDER = /\$\{?\w+|\{\{/;

/** Strings and comments, in which `$NAME` and `{{` are ordinary text. An unclosed string ends at the end of its line. */
const STRINGS_AND_COMMENTS = /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|#[^\n]*/g;

/** What is said about a template instead of findings. */
export const TEMPLATE_NOTE = 'this is a template, so it was not checked; check the file that is generated from it';

/** Whether a text that cannot be parsed is a template. */
export function isTemplate(text: string): boolean {
  return PLACEHOLDER.test(text.replace(STRINGS_AND_COMMENTS, ''));
}
