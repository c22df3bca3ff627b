import { hourFolders, windowOf } from '../../../lambda/shadow-comparison/window';

const timesOf = (time: string): string[] => {
  const { start, end } = windowOf(time);
  return [start, end].map((each) => new Date(each).toISOString().slice(11, 19));
};

test('a run compares five minutes of responses that are at least five minutes old', () => {
  expect(timesOf('2026-11-28T10:20:00Z')).toEqual(['10:10:00', '10:15:00']);
});

test('the windows of consecutive runs are adjacent at any second of the scheduled minutes', () => {
  for (const second of ['00', '07', '30', '59']) {
    expect(timesOf(`2026-11-28T10:20:${second}Z`)).toEqual(['10:10:00', '10:15:00']);
    expect(timesOf(`2026-11-28T10:25:${second}Z`)).toEqual(['10:15:00', '10:20:00']);
  }
});

test('the folders are those of the hours between the earliest request and the run', () => {
  const foldersOf = (time: string) => hourFolders(windowOf(time));
  expect(foldersOf('2026-11-28T10:20:00Z')).toEqual(['2026/11/28/10/']);
  expect(foldersOf('2026-01-01T00:05:00Z')).toEqual(['2025/12/31/23/', '2026/01/01/00/']);
  expect(foldersOf('2026-11-28T10:10:00Z')).toEqual(['2026/11/28/09/', '2026/11/28/10/']);
  expect(foldersOf('2026-11-28T11:00:00Z')).toEqual(['2026/11/28/10/']);
});
