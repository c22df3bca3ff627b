import { TimeZone, Token } from 'aws-cdk-lib';
import { Schedule } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Scaling, ScheduledCapacity } from '../../lib';
import { createScaledVariant, findingsOf, scalingTemplate } from './fixtures';

const morning = {
  name: 'morning',
  schedule: Schedule.cron({ hour: '7', minute: '0' }),
  minCapacity: 4,
  maxCapacity: 12,
};
const night = { name: 'night', schedule: Schedule.cron({ hour: '20', minute: '0' }), minCapacity: 1, maxCapacity: 3 };

test('scheduled actions are rendered with their time zones', () => {
  const actions = [{ ...morning, timeZone: TimeZone.EUROPE_BERLIN }, night];
  const scaling = Scaling.scheduled({ maxCapacity: 6, actions });
  expect(findingsOf(scaling)).toEqual([]);
  scalingTemplate(scaling).hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', {
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

test.each([2, undefined])(
  'the possible range of instances includes the limits of all actions (minCapacity %p)',
  (minCapacity) => {
    const scaling = Scaling.scheduled({ minCapacity, maxCapacity: 6, actions: [morning, night] });
    expect(scaling.maxCapacity).toBe(12);
    expect(scaling._range(2)).toEqual({ minimum: 1, maximum: 12 });
  },
);

describe('a schedule expression', () => {
  const findings = (expression: string) =>
    findingsOf(
      Scaling.scheduled({ maxCapacity: 6, actions: [{ ...night, schedule: Schedule.expression(expression) }] }),
      createScaledVariant(),
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
  ])('is rejected: %s', (expression) => {
    expect(findings(expression)).toEqual(['sm.scaling-schedule scaling.actions[0].schedule']);
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
  ])('is accepted: %s', (expression) => {
    expect(findings(expression)).toEqual([]);
  });
});

test.each<[string, Partial<ScheduledCapacity>, string]>([
  ['a name with a slash', { name: 'a/b' }, '.name'],
  ['a name with a leading space', { name: ' a' }, '.name'],
  ['an empty name', { name: '' }, '.name'],
  ['a long name', { name: 'x'.repeat(257) }, '.name'],
  ['a duplicate name', { name: 'night' }, '.name'],
  ['no limit', { minCapacity: undefined, maxCapacity: undefined }, ''],
  ['a fractional capacity', { minCapacity: 1.5 }, '.minCapacity'],
  ['a maximum of 0', { maxCapacity: 0 }, '.maxCapacity'],
  ['a minimum above the maximum', { minCapacity: 5, maxCapacity: 4 }, '.minCapacity'],
  ['a minimum above the maximum of the strategy', { minCapacity: 7, maxCapacity: undefined }, '.minCapacity'],
  ['a maximum below the minimum of the strategy', { minCapacity: undefined, maxCapacity: 1 }, '.minCapacity'],
])('%s is rejected', (_, invalidProperties, property) => {
  const scaling = Scaling.scheduled({ maxCapacity: 6, actions: [night, { ...morning, ...invalidProperties }] });
  expect(findingsOf(scaling, createScaledVariant())).toEqual([`sm.scaling-schedule scaling.actions[1]${property}`]);
});

test.each([TimeZone.EUROPE_BERLIN, TimeZone.of('CET'), TimeZone.of(Token.asString({ Ref: 'Zone' })), undefined])(
  'accepts a time zone that exists, or is not known at synth',
  (timeZone) => {
    expect(findingsOf(Scaling.scheduled({ maxCapacity: 6, actions: [{ ...night, timeZone }] }))).toEqual([]);
  },
);

test.each(['Berlin', '+01:00', ''])('rejects the time zone %j', (name) => {
  const actions = [{ ...night, timeZone: TimeZone.of(name) }];
  expect(findingsOf(Scaling.scheduled({ maxCapacity: 6, actions }))).toEqual([
    'sm.scaling-schedule scaling.actions[0].timeZone',
  ]);
});
