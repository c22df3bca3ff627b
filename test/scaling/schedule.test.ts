import { TimeZone } from 'aws-cdk-lib';
import { Schedule } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Scaling, ScheduledCapacity } from '../../lib';
import { fleet, findingsOf, templateOf } from './fixtures';

const morning = {
  name: 'morning',
  schedule: Schedule.cron({ hour: '7', minute: '0' }),
  minCapacity: 4,
  maxCapacity: 12,
};
const night = { name: 'night', schedule: Schedule.cron({ hour: '20', minute: '0' }), minCapacity: 1, maxCapacity: 3 };

test('the limits change at their times, in their time zone', () => {
  const actions = [{ ...morning, timeZone: TimeZone.EUROPE_BERLIN }, night];
  const scaling = Scaling.scheduled({ maxCapacity: 6, actions });
  expect(findingsOf(scaling)).toEqual([]);
  templateOf(scaling).hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', {
    MinCapacity: 2,
    MaxCapacity: 6,
    ScheduledActions: [
      {
        ScheduledActionName: 'morning',
        Schedule: 'cron(0 7 * * ? *)',
        Timezone: 'Europe/Berlin',
        ScalableTargetAction: { MinCapacity: 4, MaxCapacity: 12 },
      },
      { ScheduledActionName: 'night', Timezone: 'Etc/UTC', ScalableTargetAction: { MinCapacity: 1, MaxCapacity: 3 } },
    ],
  });
});

test.each([2, undefined])('alarms and updates see the widest limits of a day (minCapacity %p)', (minCapacity) => {
  const scaling = Scaling.scheduled({ minCapacity, maxCapacity: 6, actions: [morning, night] });
  expect(scaling.maxCapacity).toBe(12);
  expect(scaling._range(2)).toEqual({ minimum: 1, maximum: 12 });
});

test.each<[string, Partial<ScheduledCapacity>, string]>([
  ['a name with a slash', { name: 'a/b' }, '.name'],
  ['a name with an outer space', { name: ' a' }, '.name'],
  ['an empty name', { name: '' }, '.name'],
  ['a long name', { name: 'x'.repeat(257) }, '.name'],
  ['a name twice', { name: 'night' }, '.name'],
  ['no limit', { minCapacity: undefined, maxCapacity: undefined }, ''],
  ['half an instance', { minCapacity: 1.5 }, '.minCapacity'],
  ['no instance', { maxCapacity: 0 }, '.maxCapacity'],
  ['a minimum above the maximum', { minCapacity: 5, maxCapacity: 4 }, '.minCapacity'],
  ['a minimum above the maximum that stays', { minCapacity: 7, maxCapacity: undefined }, '.minCapacity'],
  ['a maximum below the minimum that stays', { minCapacity: undefined, maxCapacity: 1 }, '.minCapacity'],
])('%s is refused', (_, wrong, property) => {
  const scaling = Scaling.scheduled({ maxCapacity: 6, actions: [night, { ...morning, ...wrong }] });
  expect(findingsOf(scaling, fleet())).toEqual([`sm.scaling-schedule scaling.actions[1]${property}`]);
});
