import { Position } from './position';
import { isBlank, TOKEN } from './tokens';
import { rulePage } from '../../findings/rule-page';

/** Text that is no config.pbtxt. */
export class ConfigTextError extends Error {
  constructor(
    source: string,
    /** Where the text is wrong. */
    public readonly position: Position,
    /** What was expected. */
    public readonly reason: string,
    /** The rule that the text violates. */
    public readonly ruleId: string,
    /** What is misspelt: the name of a field, or an enum value. */
    public readonly typo?: 'field' | 'value',
  ) {
    super(`${source}:${position.line}:${position.column}: ${reason} ${rulePage(ruleId)}`);
  }
}

/**
 * The parser tells what is wrong but not where. It reads from left to right, so the offending token is the last one
 * of the shortest prefix that it refuses for another reason than what follows the prefix: a character that is legal
 * nowhere, whose refusal can be told from every other.
 *
 * @param text what the parser refused
 * @param message the parser's words
 * @param parse the parser, throwing when it refuses
 */
export function offsetOfError(text: string, message: string, parse: (text: string) => void): number {
  const stop = message.includes('U+0001') ? { char: '\u0002', name: 'U+0002' } : { char: '\u0001', name: 'U+0001' };
  const refused = (end: number): boolean => {
    try {
      parse(text.slice(0, end) + stop.char);
      return false;
    } catch (error) {
      return !String(error).includes(stop.name);
    }
  };

  // Tokens are read in growing portions, so that an early error in a huge text is found early.
  const tokens: { start: number; end: number }[] = [];
  let checked = 0;
  let position = 0;
  for (let portion = 64; position < text.length; portion *= 4) {
    while (position < text.length && tokens.length < portion) {
      TOKEN.lastIndex = position;
      const end = position + (TOKEN.exec(text)?.[0].length ?? 1);
      if (!isBlank(text[position])) {
        tokens.push({ start: position, end });
      }
      position = end;
    }
    if (tokens.length > checked && refused(tokens[tokens.length - 1].end)) {
      break;
    }
    checked = tokens.length;
  }
  if (checked === tokens.length) {
    return text.length; // nothing but the end itself is wrong
  }

  let low = checked;
  let high = tokens.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (refused(tokens[middle].end)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return tokens[low].start;
}
