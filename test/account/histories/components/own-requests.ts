import { LoggedCall } from '../../simulated-account';
import { Simulation } from '../../simulation';
import { DeclaredFleet } from './declared-components';
import type { ComponentName } from './versions';

/** The requests that a history sends itself, like Application Auto Scaling or a person. */
export class OwnRequests {
  /** Whether a person has deleted a component of the stack, so that the stack can only be deleted. */
  public hasDeleted = false;
  private readonly inputs = new WeakSet<object>();

  constructor(
    private readonly aws: Simulation,
    /** The endpoint of the current stack. */
    private readonly declared: () => DeclaredFleet | undefined,
  ) {}

  public readonly includes = ({ input }: LoggedCall): boolean => this.inputs.has(input);

  /** Changes the number of copies of a component, like Application Auto Scaling or a person. */
  public async changeCopies(componentName: ComponentName, count: number): Promise<string> {
    const declared = this.declared();
    const component = declared?.components.find(({ name }) => name.endsWith(`-${componentName}`));
    if (!component) return 'there is no such component';
    const { target } = component;
    const CopyCount = target ? Math.min(Math.max(count, target.MinCapacity), target.MaxCapacity) : component.copyCount;
    const input = { InferenceComponentName: component.name, DesiredRuntimeConfig: { CopyCount } };
    this.inputs.add(input);
    const operation = 'UpdateInferenceComponentRuntimeConfig';
    try {
      await this.aws.account.call({ principal: 'deployer', service: 'sagemaker', operation, input });
      return 'started';
    } catch (error) {
      return (error as Error).message;
    }
  }

  /** Deletes a component, as a person does. */
  public async deleteComponent(componentName: ComponentName): Promise<string> {
    const declared = this.declared();
    const component = declared?.components.find(({ name }) => name.endsWith(`-${componentName}`));
    if (!component) return 'there is no such component';
    const call = { principal: 'deployer', service: 'sagemaker', operation: 'DeleteInferenceComponent' } as const;
    try {
      await this.aws.account.call({ ...call, input: { InferenceComponentName: component.name } });
      this.hasDeleted = true;
      return 'started';
    } catch (error) {
      return (error as Error).message;
    }
  }
}
