import { LoggedCall } from '../../simulated-account';
import { Simulation } from '../../simulation';
import type { ReportViolation } from '../invariant';
import { componentsIn, copiesInService, servedModels } from './component-invariants';
import { DeclaredComponent } from '../declared-endpoint';

const INTERVAL = 20_000;
/** Requests that change a component. */
const CHANGES = [
  'CreateInferenceComponent',
  'UpdateInferenceComponent',
  'UpdateInferenceComponentRuntimeConfig',
  'DeleteInferenceComponent',
];

/** A component that a deployment does not change, and its state before the deployment. */
interface Bystander {
  readonly declared: DeclaredComponent;
  readonly models: readonly string[];
  /** The least number of copies that must be in service. */
  readonly leastCopies: number;
}

/**
 * Watches the components that a deployment does not change. Neither the deployment nor its rollback sends a request that changes them, suspends
 * their scaling, or stops their copies.
 */
export class BystanderWatch {
  private readonly bystanders: readonly Bystander[];
  private readonly startTime: number;
  private isWatching = true;

  constructor(
    private readonly aws: Simulation,
    declared: readonly DeclaredComponent[],
    /** Whether requests of the history itself changed the component. */
    private readonly isFromHistory: (call: LoggedCall) => boolean,
    private readonly report: ReportViolation,
  ) {
    this.startTime = aws.account.now();
    this.bystanders = declared.flatMap((component) => {
      const existing = componentsIn(aws).get(component.name);
      if (!existing || existing.status === 'Failed') return [];
      const least = component.target?.MinCapacity ?? existing.desiredCopies;
      const models = servedModels(existing);
      return [{ declared: component, models, leastCopies: Math.min(least, copiesInService(existing)) }];
    });
    this.check();
  }

  /** Ends the watch, and checks the requests that were sent meanwhile. */
  public stop(): void {
    this.isWatching = false;
    const names = this.bystanders.map(({ declared }) => declared.name);
    for (const call of this.aws.account.log) {
      if (call.time < this.startTime || call.error !== undefined || !CHANGES.includes(call.operation)) continue;
      const name = String(call.input.InferenceComponentName);
      if (!names.includes(name) || isScaling(call) || this.isFromHistory(call)) continue;
      this.reportViolation(`${call.operation} is sent for ${name}`);
    }
  }

  private readonly check = (): void => {
    if (!this.isWatching) return;
    this.aws.account.after(INTERVAL, this.check);
    for (const { declared, models, leastCopies } of this.bystanders) {
      const { name, target } = declared;
      const component = componentsIn(this.aws).get(name);
      if (!component) {
        this.reportViolation(`${name} was deleted`);
        continue;
      }
      const served = servedModels(component).filter((model) => !models.includes(model));
      if (models.length > 0 && served.length > 0) this.reportViolation(`${name} serves ${served}`);
      if (copiesInService(component) < leastCopies && !this.isChangedByHistory(name))
        this.reportViolation(`${name} has ${copiesInService(component)} copies in service, at least ${leastCopies}`);
      if (target && this.isSuspended(target.id)) this.reportViolation(`the scaling of ${name} is suspended`);
    }
  };

  private isChangedByHistory(name: string): boolean {
    return this.aws.account.log.some(
      (call) => call.time >= this.startTime && call.input.InferenceComponentName === name && this.isFromHistory(call),
    );
  }

  private isSuspended(id: string): boolean {
    const targets = [...this.aws.autoScaling['state'].targets.values()];
    return targets.some(
      ({ id: { ResourceId }, suspended }) => ResourceId === id && Object.values(suspended).some(Boolean),
    );
  }

  private reportViolation(message: string): void {
    this.report('a component does not affect the others', message);
  }
}

/** Whether Application Auto Scaling sends the request. */
export function isScaling({ principal }: Pick<LoggedCall, 'principal'>): boolean {
  return principal !== 'deployer' && principal.role.includes(':role/aws-service-role/');
}
