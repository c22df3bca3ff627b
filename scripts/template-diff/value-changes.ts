import { isDeepStrictEqual } from 'util';

/** Describes the changes inside a value, with one line for each position. */
export function valueChanges(valuePath: string, before: unknown, after: unknown): string[] {
  const [oldValue, newValue] = [readable(before), readable(after)];
  if (isDeepStrictEqual(oldValue, newValue)) return [];
  if (oldValue === undefined) return [`${valuePath}: added, ${JSON.stringify(newValue)}`];
  if (newValue === undefined) return [`${valuePath}: removed, was ${JSON.stringify(oldValue)}`];
  if (
    Array.isArray(oldValue) &&
    Array.isArray(newValue) &&
    (oldValue.length !== newValue.length || !oldValue.some(isParent))
  ) {
    const [removed, added] = [without(oldValue, newValue), without(newValue, oldValue)];
    const lines = [
      ...(removed.length > 0 ? [`${valuePath}: without ${removed.join(', ')}`] : []),
      ...(added.length > 0 ? [`${valuePath}: with ${added.join(', ')}`] : []),
    ];
    return lines.length > 0 ? lines : [`${valuePath}: from ${JSON.stringify(oldValue)} to ${JSON.stringify(newValue)}`];
  }
  if (isParent(oldValue) && isParent(newValue) && Array.isArray(oldValue) === Array.isArray(newValue)) {
    return [...new Set([...Object.keys(oldValue), ...Object.keys(newValue)])].flatMap((key) =>
      valueChanges(`${valuePath}.${key}`, oldValue[key], newValue[key]),
    );
  }
  return [`${valuePath}: from ${JSON.stringify(oldValue)} to ${JSON.stringify(newValue)}`];
}

function isParent(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function without(all: unknown[], others: unknown[]): string[] {
  return all
    .filter((value) => !others.some((other) => isDeepStrictEqual(value, other)))
    .map((value) => JSON.stringify(readable(value)));
}

/** Converts references to `${…}`, and parses text that contains JSON, such as a dashboard body. */
function readable(value: unknown): unknown {
  const text = textOf(value);
  if (text === undefined) return value;
  try {
    const parsed: unknown = JSON.parse(text);
    return isParent(parsed) ? parsed : text;
  } catch {
    return text;
  }
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!isParent(value) || Object.keys(value).length !== 1) return undefined;
  if (typeof value.Ref === 'string') return `\${${value.Ref}}`;
  if (Array.isArray(value['Fn::GetAtt'])) return `\${${value['Fn::GetAtt'].join('.')}}`;
  if (typeof value['Fn::Sub'] === 'string') return value['Fn::Sub'];
  if (!Array.isArray(value['Fn::Join'])) return undefined;
  const [separator, parts] = value['Fn::Join'];
  return Array.isArray(parts) ? parts.map((part) => textOf(part) ?? JSON.stringify(part)).join(separator) : undefined;
}
