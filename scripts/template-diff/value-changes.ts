import { isDeepStrictEqual } from 'util';

/** What changed from what to what inside a value, one line for each place. */
export function valueChanges(place: string, before: unknown, after: unknown): string[] {
  const [old, fresh] = [readable(before), readable(after)];
  if (isDeepStrictEqual(old, fresh)) return [];
  if (old === undefined) return [`${place}: added, ${JSON.stringify(fresh)}`];
  if (fresh === undefined) return [`${place}: removed, was ${JSON.stringify(old)}`];
  if (Array.isArray(old) && Array.isArray(fresh) && (old.length !== fresh.length || !old.some(isParent))) {
    const [gone, come] = [without(old, fresh), without(fresh, old)];
    const lines = [
      ...(gone.length > 0 ? [`${place}: without ${gone.join(', ')}`] : []),
      ...(come.length > 0 ? [`${place}: with ${come.join(', ')}`] : []),
    ];
    return lines.length > 0 ? lines : [`${place}: from ${JSON.stringify(old)} to ${JSON.stringify(fresh)}`];
  }
  if (isParent(old) && isParent(fresh) && Array.isArray(old) === Array.isArray(fresh)) {
    return [...new Set([...Object.keys(old), ...Object.keys(fresh)])].flatMap((key) =>
      valueChanges(`${place}.${key}`, old[key], fresh[key]),
    );
  }
  return [`${place}: from ${JSON.stringify(old)} to ${JSON.stringify(fresh)}`];
}

function isParent(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function without(all: unknown[], others: unknown[]): string[] {
  return all
    .filter((one) => !others.some((other) => isDeepStrictEqual(one, other)))
    .map((one) => JSON.stringify(readable(one)));
}

/** References become `${…}`, and JSON inside text, such as a dashboard, an object. */
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
