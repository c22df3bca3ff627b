import { ARCHIVE_STORIES, SYSTEM_STORIES } from './engine-stories';
import { runHistory } from './run';

test.each([...SYSTEM_STORIES, ...ARCHIVE_STORIES.slice(0, 1)])(
  '$sentence',
  async ({ history, ends, jobs, switches }) => {
    const outcome = await runHistory(history, { seed: 1, switches });
    expect(outcome.violations).toEqual([]);
    expect([...outcome.jobs].sort()).toEqual([...jobs].sort());
    expect(outcome.story).toEqual([...ends, /DELETE_COMPLETE$/].map((end) => expect.stringMatching(end)));
  },
);
