/** Properties of a test that sends its requests to an inference component. */
export interface ComponentTestProps {
  /**
   * Name of the inference component in SageMaker.
   *
   * @default - the endpoint hosts its models itself
   */
  readonly inferenceComponentName?: string;

  /**
   * Name of the SageMaker model that the inference component has after the deployment. A different model means that SageMaker has rolled the
   * inference component back.
   *
   * @default - not checked
   */
  readonly modelName?: string;

  /**
   * Whether scaling can remove all copies of the inference component. While there is no copy, the probe sends no requests, and the smoke
   * test reports NOT TESTED.
   *
   * @default false
   */
  readonly scalesToZero?: boolean;
}
