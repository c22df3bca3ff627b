import { TimeZone, Token } from 'aws-cdk-lib';
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

describe('an expression', () => {
  const found = (expression: string) =>
    findingsOf(
      Scaling.scheduled({ maxCapacity: 6, actions: [{ ...night, schedule: Schedule.expression(expression) }] }),
      fleet(),
    );

  test.each([
    '',
    'nonsense',
    'at(tomorrow)',
    'at(2027-02-30T10:00:00)',
    'rate(0 minutes)',
    'rate(5)',
    'rate(5 weeks)',
    'cron(0 7 * * ?)',
    'cron(60 7 * * ? *)',
    'cron(0 24 * * ? *)',
    'cron(0 7 0 * ? *)',
    'cron(0 7 * FEBRUARY ? *)',
    'cron(0 7 ? * 8 *)',
    'cron(0 7 ? * MON 1969)',
    'cron(0 7 ? * ? *)',
    'cron(0/0 7 * * ? *)',
    'cron(1-2-3 7 * * ? *)',
  ])('that the service would refuse: %s', (expression) => {
    expect(found(expression)).toEqual(['sm.scaling-schedule scaling.actions[0].schedule']);
  });

  test.each([
    'at(2027-02-28T10:00:00)',
    'rate(1 hour)',
    'rate(15 minutes)',
    'cron(30 6 ? * MON *)',
    'cron(30 6 * * 2 *)',
    'cron(0/15 8-18 ? * mon-fri 2026-2030)',
    'cron(0 10 1,15 * ? *)',
    'cron(0 10 LW JAN,JUL ? *)',
    'cron(0 10 3W * ? *)',
    'cron(0 10 ? * 6#3 *)',
    'cron(0 10 ? * FRIL *)',
    'cron(*/5 * * * ? *)',
    Token.asString({ Ref: 'Schedule' }),
  ])('that it takes: %s', (expression) => {
    expect(found(expression)).toEqual([]);
  });
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
