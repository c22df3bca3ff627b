import { TritonModel } from '../model';

/** A model of a multi-model endpoint. */
export interface TargetedModel {
  /** The model. */
  readonly model: TritonModel;
  /** Its object below the endpoint's prefix: what a request names as `TargetModel`, such as `resnet.tar.gz`. */
  readonly targetModel: string;
}
