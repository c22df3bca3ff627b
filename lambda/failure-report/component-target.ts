import { SageMakerClient } from '@aws-sdk/client-sagemaker';
import { componentLogGroupOf } from '../../lib/contracts/log-groups';
import { permissionRetryOptions } from '../shared/await-permissions';
import { describeComponent } from '../shared/describe-component';
import type { Observation, Target } from './target';

/** The states by the status of an inference component. With all other statuses, the inference component is changing. */
const STATES: Partial<Record<string, Observation['state']>> = {
  InService: 'inService',
  Failed: 'failed',
  Deleting: 'deleting',
};

/** An inference component, whose deployments change its SageMaker model. */
export class ComponentTarget implements Target {
  public readonly kind = 'inference component';
  public readonly version = 'model';
  /** After a rollback, the newest log streams can be those of copies with the previous model, which replaced the failed copies. */
  public readonly streams = 10;

  constructor(
    public readonly name: string,
    private readonly modelName?: string,
  ) {}

  public get logGroup(): string {
    return componentLogGroupOf(this.name);
  }

  /** The lines of all inference components of an endpoint are retained in one log group. */
  public get keptStreamPrefix(): string {
    return `${this.name}/`;
  }

  /**
   * The API has no status for a rollback: after an update that failed or that an alarm has stopped, the inference component is in service with
   * the previous model (aws-samples/sagemaker-genai-hosting-examples, notebook about rolling updates). It has no description of a pending
   * update either, so each change counts as the update. Scaling changes no copies at that time: it is suspended before the update.
   */
  public async observe(): Promise<Observation> {
    const component = await describeComponent(new SageMakerClient(permissionRetryOptions()), this.name);
    if (!component) return { state: 'missing', isDeployed: false, isPending: false, mayReceive: false };
    const { InferenceComponentStatus: status, Specification, FailureReason } = component;
    const isPending = status === 'Updating';
    return {
      state: STATES[status ?? ''] ?? 'changing',
      isDeployed: Specification?.ModelName === this.modelName,
      isPending,
      // During an update, the copies of each batch receive requests as soon as they have started.
      mayReceive: isPending,
      failureReason: FailureReason,
    };
  }
}
