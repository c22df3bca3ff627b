import type { RoutingStrategy } from '../../lib/platform';

/** The values of the option --routing, and the strategies that they select. */
const STRATEGIES = { random: 'RANDOM', 'least-outstanding': 'LEAST_OUTSTANDING_REQUESTS' } as const;

export type RoutingChoice = keyof typeof STRATEGIES;
export const ROUTING_CHOICES = Object.keys(STRATEGIES);

/** The strategy of a choice. A string, because every start of the program evaluates this module, and the enum loads aws-cdk-lib. */
export function routingStrategyOf(choice: RoutingChoice): RoutingStrategy {
  return STRATEGIES[choice] as RoutingStrategy;
}
