/** Whether an object in valid JSON has a name more than once. JSON.parse keeps the last value, and other readers may keep the first one. */
export function hasDuplicateName(json: string): boolean {
  const objects: Set<string>[] = [];
  const marks = /["{}]/g;
  for (let mark = marks.exec(json); mark; mark = marks.exec(json)) {
    if (mark[0] === '{') objects.push(new Set());
    else if (mark[0] === '}') objects.pop();
    else {
      marks.lastIndex = endOfString(json, mark.index);
      if (!isName(json, marks.lastIndex)) continue;
      const name = JSON.parse(json.slice(mark.index, marks.lastIndex)) as string;
      const names = objects.at(-1);
      if (names?.has(name)) return true;
      names?.add(name);
    }
  }
  return false;
}

function endOfString(json: string, start: number): number {
  const marks = /["\\]/g;
  marks.lastIndex = start + 1;
  while (marks.exec(json)?.[0] === '\\') marks.lastIndex++;
  return marks.lastIndex;
}

function isName(json: string, end: number): boolean {
  const next = /\S/g;
  next.lastIndex = end;
  return next.exec(json)?.[0] === ':';
}
