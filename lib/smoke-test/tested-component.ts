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
   * Whether scaling can remove all copies of the inference component. The smoke test then waits for the first copy, and the probe sends no
   * requests while there is no copy.
   *
   * @default false
   */
  readonly scalesToZero?: boolean;
}
