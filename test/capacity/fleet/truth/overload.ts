import { Duration } from 'aws-cdk-lib';
import { Schedule } from 'aws-cdk-lib/aws-applicationautoscaling';
import { TrafficTrace } from '../../../../lib/measurements';
import { RoutingStrategy } from '../../../../lib/platform';
import { Scaling } from '../../../../lib/scaling';
import { ManualComputation, minuteOf, simulate, steps } from './manual-computation';

/** A load of 300 requests per second on two instances for 10 minutes, then 80. */
function stepOnFixedFleet(): ManualComputation[] {
  const { minutes, instanceHours } = simulate({
    trace: steps([100, 5], [300, 10], [80, 15]),
    scaling: Scaling.none(),
    instanceCount: 2,
    routingStrategy: RoutingStrategy.LEAST_OUTSTANDING_REQUESTS,
  });
  const scenario = 'step on 2 instances: 100, 300 and 80 requests per second';
  const row = (quantity: string, expected: number, simulated: number): ManualComputation => ({
    ...{ scenario, quantity, expected, simulated },
  });
  return [
    row('backlog at the end of the step', (300 - 200) * 600, minutes[14].waitingRequests),
    row('backlog 5 minutes later', 60_000 - (200 - 80) * 300, minutes[19].waitingRequests),
    row('backlog 9 minutes later', 0, minutes[23].waitingRequests),
    row(
      'median latency in minute 8 of the step, in seconds',
      (100 * 7.5 * 60) / 200,
      (minutes[12].medianMilliseconds ?? NaN) / 1000,
    ),
    row('instance hours', (2 * 30) / 60, instanceHours.usual),
  ];
}

/** A load that increases by 5 requests per second every minute, on one instance, which is full after 20 minutes. */
function rampOnFixedFleet(): ManualComputation[] {
  const growth = 5 / 60;
  const requests = Array.from(
    { length: 240 },
    (_, index) => (growth / 2) * ((10 * index + 10) ** 2 - (10 * index) ** 2),
  );
  const { minutes } = simulate({
    trace: TrafficTrace.ofRequests(requests, Duration.seconds(10)),
    scaling: Scaling.none(),
    instanceCount: 1,
  });
  const scenario = 'ramp on 1 instance: 5 more requests per second each minute';
  return [30, 40].map((minute) => ({
    scenario,
    quantity: `backlog after ${minute} minutes`,
    expected: (growth / 2) * ((minute - 20) * 60) ** 2,
    simulated: minutes[minute - 1].waitingRequests,
  }));
}

/** A step from 40 to 140 requests per second from minute 6 to minute 36, with a target of 50 requests per second on each instance. */
function stepWithScaling(): ManualComputation[] {
  const simulation = simulate({
    trace: steps([40, 6], [140, 30], [10, 24]),
    scaling: Scaling.invocationsPerInstance({ minCapacity: 1, maxCapacity: 10, invocationsPerSecond: 50 }),
  });
  const { minutes, instanceHours, costUsd } = simulation;
  const scenario = 'step from 40 to 140 requests per second, target 50 per instance';
  const row = (quantity: string, expected: number, simulated: number): ManualComputation => ({
    ...{ scenario, quantity, expected, simulated },
  });
  const requested = 6 + 3 + 1;
  const backlog = (140 - 100) * 60 * (4 + 2.5);
  const removed = 36 + 15 + 1;
  const hours = (requested + 3 * (removed - requested) + (60 - removed)) / 60;
  return [
    row('requested instances', Math.ceil(140 / 50), minutes[20].desiredInstances),
    row('minute of the scale-out', requested, minuteOf(simulation, 'desiredInstances', 3)),
    row('minute in which the instances serve', requested + 2, minuteOf(simulation, 'servingInstances', 3)),
    row(
      'backlog of the first instance 2.5 minutes later, with a third of the load',
      backlog - 150 * (100 - 140 / 3),
      minutes[14].waitingRequests,
    ),
    row('minute of the scale-in', removed, minuteOf(simulation, 'desiredInstances', 1)),
    row('instance hours', hours, instanceHours.usual),
    row('cost in USD, at 0.7364 per hour', hours * 0.7364, costUsd?.usual ?? NaN),
  ];
}

/**
 * A step to 130 requests per second: 3 instances are below 90 % of their target, but 2 would be above the target. The scale-in alarm is in
 * ALARM all the time, so the first low datapoint removes instances.
 */
function stepBetweenThresholds(): ManualComputation[] {
  const simulation = simulate({
    trace: steps([40, 6], [130, 34], [10, 10]),
    scaling: Scaling.invocationsPerInstance({ minCapacity: 1, maxCapacity: 10, invocationsPerSecond: 50 }),
  });
  return [
    {
      scenario: 'step from 40 to 130 requests per second: 3 instances below 90 % of the target',
      quantity: 'minute of the scale-in, after a load of 10 from minute 40 on',
      expected: 40 + 1 + 1,
      simulated: minuteOf(simulation, 'desiredInstances', 1),
    },
  ];
}

/** Two steps in a row: the activity sets the capacity for the load of the latest datapoint. */
function secondStep(): ManualComputation[] {
  const simulation = simulate({
    trace: steps([40, 6], [130, 2], [400, 12]),
    scaling: Scaling.invocationsPerInstance({ minCapacity: 1, maxCapacity: 10, invocationsPerSecond: 50 }),
  });
  return [
    {
      scenario: 'steps to 130 and, 2 minutes later, to 400 requests per second',
      quantity: 'instances of the first scale-out',
      expected: 400 / 50,
      simulated: simulation.minutes[10].desiredInstances,
    },
  ];
}

/** An asynchronous endpoint with zero instances, with 2 requests per second from minute 7 to minute 30. */
function asynchronousWakeUp(): ManualComputation[] {
  const simulation = simulate({
    trace: steps([0, 7], [2, 23], [0, 15]),
    asynchronous: true,
    instanceCount: 0,
    scaling: Scaling.backlogPerInstance({ minCapacity: 0, maxCapacity: 4, backlogPerInstance: 5000 }),
  });
  const scenario = 'asynchronous endpoint with 0 instances: 2 requests per second';
  const row = (quantity: string, expected: number, simulated: number): ManualComputation => ({
    ...{ scenario, quantity, expected, simulated },
  });
  const requested = 7 + 2 + 1;
  const removed = 30 + 1 + 1; // the datapoints were low before, but only the value 0 requires no instance
  const waitSeconds = (requested - 7) * 60 + 150;
  return [
    row('minute of the first instance', requested, minuteOf(simulation, 'desiredInstances', 1)),
    row('waiting requests before it serves', 5 * 60 * 2, simulation.minutes[11].waitingRequests),
    row(
      'latency at the 99th percentile of the requests of the first minute, in seconds',
      waitSeconds - 0.01 * 60, // they arrive evenly within the minute
      (simulation.minutes[7].latencyMilliseconds ?? NaN) / 1000,
    ),
    row('minute of the scale-in to 0', removed, minuteOf(simulation, 'desiredInstances', 0)),
    row('instance hours', (removed - requested) / 60, simulation.instanceHours.usual),
  ];
}

/** A schedule of 3 instances from minute 20 to minute 40. */
function scheduledActions(): ManualComputation[] {
  const at = (minute: number): Schedule => Schedule.expression(`cron(${minute} 0 * * ? *)`);
  const simulation = simulate({
    trace: steps([10, 60]),
    scaling: Scaling.scheduled({
      minCapacity: 1,
      maxCapacity: 5,
      actions: [
        { name: 'more', schedule: at(20), minCapacity: 3 },
        { name: 'fewer', schedule: at(40), minCapacity: 1, maxCapacity: 1 },
      ],
    }),
  });
  const scenario = 'scheduled actions in minutes 20 and 40';
  return [
    {
      ...{ scenario, quantity: 'minute in which 3 instances serve', expected: 22 },
      simulated: minuteOf(simulation, 'servingInstances', 3),
    },
    {
      ...{ scenario, quantity: 'instance hours', expected: (20 + 3 * 20 + 20) / 60 },
      simulated: simulation.instanceHours.usual,
    },
  ];
}

/** All scenarios. */
export function manualComputations(): ManualComputation[] {
  return [
    ...stepOnFixedFleet(),
    ...rampOnFixedFleet(),
    ...stepWithScaling(),
    ...stepBetweenThresholds(),
    ...secondStep(),
    ...asynchronousWakeUp(),
    ...scheduledActions(),
  ];
}
