import { Language } from '../init/syntax';
import { nameIn } from './code/render';

/** A setting of the existing endpoint that the app does not reproduce. */
export interface NotCarriedOver {
  /** Where the description has the setting, such as `DescribeModel triton: PrimaryContainer.MultiModelConfig`. */
  readonly setting: string;
  readonly value: unknown;
  readonly why: string;
  readonly advice: string;
}

/** Maximum length of a value in the list. */
const MAX_VALUE_LENGTH = 200;

/** Renders the list as a page, with the names of the library in the language of the app. */
export function renderNotCarriedOver(endpointName: string, settings: NotCarriedOver[], language: Language): string {
  const title = `# Settings of ${endpointName} that the app does not reproduce\n\n`;
  if (settings.length === 0) return `${title}None.\n`;
  const sections = settings.map(
    ({ setting, value, why, advice }) =>
      `## ${inOneLine(setting)}\n\n- **Value:** \`${inOneLine(formatValue(value)).replaceAll('`', "'")}\`\n- **Why:** ${why}\n- **What to do:** ${namesIn(advice, language)}\n`,
  );
  return title + sections.join('\n');
}

export function formatValue(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}

/** The text with its code in the notation of a language, such as `min_capacity` for `minCapacity`. */
function namesIn(text: string, language: Language): string {
  const toName = (name: string): string => nameIn(language, name);
  return text.replace(/`[^`]*`/g, (code) => code.replace(/\b[a-z]\w*/g, toName));
}

/** A line break in an untrusted value would begin a new part of the page. */
function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
