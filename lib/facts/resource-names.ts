/**
 * The name of an endpoint, an endpoint configuration, a model, a variant, or an inference component (API reference of SageMaker, CreateEndpoint,
 * CreateEndpointConfig, CreateModel and CreateInferenceComponent).
 */
export const RESOURCE_NAME = /^[a-zA-Z0-9](-*[a-zA-Z0-9]){0,62}$/;
