import { LoggedCall } from '../simulated-account';
import { Simulation } from '../simulation';
import type { ComponentName } from './components/versions';
import { DeclaredEndpoint, DeclaredTarget } from './declared-endpoint';

/** The requests that a history sends itself, like Application Auto Scaling or a person. */
export class OwnRequests {
  /** Whether a person has deleted a component of the stack, so that the stack can only be deleted. */
  public hasDeleted = false;
  private readonly inputs = new WeakSet<object>();

  constructor(
    private readonly aws: Simulation,
    /** The endpoint of the current stack. */
    private readonly declared: () => DeclaredEndpoint | undefined,
  ) {}

  public readonly includes = ({ input }: LoggedCall): boolean => this.inputs.has(input);

  /** Changes the instance count of the first variant that scales, or the number of copies of a component, within the limits of scaling. */
  public readonly changeCount = async (count: number, componentName?: ComponentName): Promise<string> => {
    const declared = this.declared();
    if (componentName === undefined) {
      const [target] = declared?.targets ?? [];
      if (!declared || !target) return 'no variant scales';
      const VariantName = target.id.split('/').at(-1);
      return this.send('UpdateEndpointWeightsAndCapacities', {
        EndpointName: declared.endpointName,
        DesiredWeightsAndCapacities: [{ VariantName, DesiredInstanceCount: limited(count, target) }],
      });
    }
    const component = this.componentNamed(componentName);
    if (!component) return 'there is no such component';
    const CopyCount = component.target ? limited(count, component.target) : component.copyCount;
    return this.send('UpdateInferenceComponentRuntimeConfig', {
      InferenceComponentName: component.name,
      DesiredRuntimeConfig: { CopyCount },
    });
  };

  /** Deletes a component, as a person does. */
  public async deleteComponent(componentName: ComponentName): Promise<string> {
    const component = this.componentNamed(componentName);
    if (!component) return 'there is no such component';
    const result = await this.send('DeleteInferenceComponent', { InferenceComponentName: component.name });
    this.hasDeleted ||= result === 'started';
    return result;
  }

  private componentNamed(componentName: ComponentName) {
    return this.declared()?.components.find(({ name }) => name.endsWith(`-${componentName}`));
  }

  /** Sends a request; returns its error message, or `started`. */
  private async send(operation: string, input: Record<string, unknown>): Promise<string> {
    this.inputs.add(input);
    try {
      await this.aws.account.call({ principal: 'deployer', service: 'sagemaker', operation, input });
      return 'started';
    } catch (error) {
      return (error as Error).message;
    }
  }
}

function limited(count: number, { MinCapacity, MaxCapacity }: DeclaredTarget): number {
  return Math.min(Math.max(count, MinCapacity), MaxCapacity);
}
