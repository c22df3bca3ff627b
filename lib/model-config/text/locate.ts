import { Position, ScannedField, ScannedValue, TextScan } from './scan';

/** Maximum number of closing brackets to try as the end of a map key. Real keys contain few brackets. */
const MAX_BRACKETS = 100;

/**
 * Returns a function that finds the position of a field in the text of a valid config.pbtxt. Fields are specified as in findings, such as
 * `instance_group[1].gpus[0]` or `parameters[NAME]`. For a field that is not set, the function returns the position of the innermost
 * enclosing message that is set.
 */
export function createLocator(text: string): (field: string) => Position | undefined {
  const scan = new TextScan(text);
  const fields = scan.fields();
  return (field) => {
    const offset = offsetOf(field, fields);
    return offset === undefined ? undefined : scan.positionOf(offset);
  };
}

function offsetOf(path: string, fields: Map<string, ScannedField>): number | undefined {
  const [name = ''] = /^\w+/.exec(path) ?? [];
  const field = fields.get(name);
  if (!field) return undefined;
  const selector = path.slice(name.length);
  const { value, rest } = selectValue(selector, field);
  const nestedOffset = rest.startsWith('.') && value?.fields ? offsetOf(rest.slice(1), value.fields) : undefined;
  return nestedOffset ?? (selector.startsWith('[') && value ? value.offset : field.offset);
}

/** Returns the value that `[…]` selects by its index in a list or its key in a map, and the rest of the path. */
function selectValue(path: string, { values, byKey }: ScannedField): { value?: ScannedValue; rest: string } {
  if (!path.startsWith('[')) return { value: values[0], rest: path };
  // A key can contain brackets, so the loop tries each closing bracket as the end of the key.
  let end = path.indexOf(']');
  for (let tries = 0; end >= 0 && tries < MAX_BRACKETS; tries++) {
    const entry = byKey.get(path.slice(1, end));
    if (entry) {
      const content = entry.fields?.get('value')?.values[0].fields;
      return { value: { offset: entry.offset, fields: content }, rest: path.slice(end + 1) };
    }
    end = path.indexOf(']', end + 1);
  }
  const [matchedSelector, index] = /^\[(\d+)\]/.exec(path) ?? [''];
  return { value: values[Number(index)], rest: path.slice(matchedSelector.length) };
}
