import { Template } from '../../cloudformation/template';
import { LoggedCall } from '../../simulated-account';
import { Simulation } from '../../simulation';
import type { ReportViolation } from '../invariant';
import { componentsIn, copiesInService } from './component-invariants';
import { DeclaredComponent, DeclaredEndpoint } from '../declared-endpoint';
import { scalingOf } from './unchanged-components';
import { isScaling } from './isolation';

const INTERVAL = 20_000;

interface Watched {
  readonly declared: DeclaredComponent;
  readonly copiesBefore: number;
  /** Whether the component can always serve: it had a copy before, and scaling does not remove the last copy. */
  readonly alwaysServes: boolean;
  /** The highest desired number of copies since the deployment has ended. */
  highestCount: number;
}

/**
 * Watches the copies of all components during a deployment: a component always has a copy in service, and has the same number of copies after
 * the deployment, within its limits.
 */
export class CopyWatch {
  private readonly watched: readonly Watched[];
  private readonly startTime: number;
  private isWatching = true;

  constructor(
    private readonly aws: Simulation,
    components: readonly DeclaredComponent[],
    /** The new template. */
    private readonly template: Template,
    private readonly isFromHistory: (call: LoggedCall) => boolean,
    private readonly report: ReportViolation,
  ) {
    this.startTime = aws.account.now();
    this.watched = components.flatMap((declared) => {
      const component = componentsIn(aws).get(declared.name);
      if (!component) return [];
      const alwaysServes = (declared.target?.MinCapacity ?? declared.copyCount) > 0 && copiesInService(component) > 0;
      return [{ declared, copiesBefore: component.desiredCopies, alwaysServes, highestCount: 0 }];
    });
    this.check();
  }

  /** Ends the watch, and compares the numbers of copies with those before the deployment. */
  public stop(after: DeclaredEndpoint | undefined, outcome: 'succeeded' | 'rolled back' | 'failed'): void {
    this.isWatching = false;
    for (const { declared, copiesBefore, highestCount } of this.watched) {
      const { name } = declared;
      const target = after?.components.find((component) => component.name === name);
      if (!target || this.isScaled(name)) continue;
      const { MinCapacity = target.copyCount, MaxCapacity = target.copyCount } = target.target ?? {};
      // Without scaling, nothing but the template and a person sets the number of copies.
      const expected = Math.min(Math.max(copiesBefore, MinCapacity), MaxCapacity);
      if (highestCount < expected)
        this.report(
          'a deployment keeps the copies',
          `${name} has ${highestCount} copies after a deployment that has ${outcome}, ${copiesBefore} before, declared ${MinCapacity} to ${MaxCapacity}`,
        );
    }
  }

  private readonly check = (): void => {
    if (!this.isWatching) return;
    this.aws.account.after(INTERVAL, this.check);
    const isUpdating = this.aws.cloudformation.stacks.get('App')?.status === 'UPDATE_IN_PROGRESS';
    const hasEnded = !/IN_PROGRESS$/.test(this.aws.cloudformation.stacks.get('App')?.status ?? 'IN_PROGRESS');
    for (const watched of this.watched) {
      const { declared, alwaysServes, copiesBefore } = watched;
      const component = componentsIn(this.aws).get(declared.name);
      if (!component || component.status === 'Deleting') continue;
      if (hasEnded) watched.highestCount = Math.max(watched.highestCount, component.desiredCopies);
      const copies = copiesInService(component);
      if (alwaysServes && copies === 0 && this.limitsOf(declared.name)?.min !== 0)
        this.report('a component always serves', `${declared.name} has no copy in service (${component.status})`);
      // A rollback of SageMaker or CloudFormation first ends the new copies.
      const least = Math.min(copiesBefore, this.limitsOf(declared.name)?.max ?? 0);
      const scales = scalingOf(this.template.Resources, declared.name).length > 0;
      if (
        isUpdating &&
        scales &&
        copies < least &&
        component.desiredCopies < least &&
        !this.isScaled(declared.name, least)
      )
        this.report(
          'a deployment keeps the copies',
          `${declared.name} has ${copies} copies in an update, ${least} before`,
        );
    }
  };

  /** The current limits of scaling, which the deployment may have changed. */
  private limitsOf(name: string): { min: number; max: number } | undefined {
    const targets = [...this.aws.autoScaling['state'].targets.values()];
    return targets.find(({ id }) => id.ResourceId === `inference-component/${name}`);
  }

  /** Whether scaling or a person has changed the number of copies to less than a number. */
  private isScaled(name: string, count = Infinity): boolean {
    return this.aws.account.log.some(
      (call) =>
        call.time >= this.startTime &&
        call.operation === 'UpdateInferenceComponentRuntimeConfig' &&
        call.input.InferenceComponentName === name &&
        (isScaling(call) || this.isFromHistory(call)) &&
        (call.input.DesiredRuntimeConfig as { CopyCount: number }).CopyCount < count,
    );
  }
}
