import { LoopAssumptions } from '../../../../lib/capacity/fleet/control-loop/assumptions';
import { ControlLoop, FleetState } from '../../../../lib/capacity/fleet/control-loop/control-loop';
import { History, USERS } from './history';

/** The time in which the simulated account starts and stops instances. */
const ASSUMPTIONS: LoopAssumptions = {
  startSecondsOf: () => 240,
  settleSeconds: 90,
  metricDelaySecondsOf: () => 0,
  publishesPeaks: false,
  scalesInProportionally: true,
  publishesZeros: false,
};

/** The requested instances at the end of each minute in the control loop of the simulator. */
export function inSimulator({ load, maxCapacity, policies, changes }: History): number[] {
  const fleet: FleetState = { serving: 1, starting: 0, failed: 0 };
  let invocationsPerInstance: number | undefined;
  let usersOfMinute: number | undefined;
  const loop = new ControlLoop(
    {
      minCapacity: 1,
      maxCapacity,
      policies: policies.map(({ policy, alarm }) => ({ policy, alarms: alarm ? [alarm] : [] })),
      actions: [],
    },
    changes.map(({ minute, ...limits }) => ({ atSeconds: minute * 60, ...limits })),
    ASSUMPTIONS,
    fleet,
    ({ metric }) => (metric === USERS.MetricName ? usersOfMinute : invocationsPerInstance),
  );
  loop.advance(0);
  return load.map(({ requests, users }, index) => {
    invocationsPerInstance = requests > 0 ? requests / fleet.serving : undefined;
    usersOfMinute = users;
    loop.advance((index + 1) * 60);
    return loop.capacity;
  });
}
