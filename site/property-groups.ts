/** The types whose page on the site shows their properties by purpose, with the type of the properties. */
export const GROUPED_TYPES: Readonly<Record<string, string>> = {
  TritonRealtimeEndpoint: 'TritonRealtimeEndpointProps',
  TritonMultiModelEndpoint: 'TritonMultiModelEndpointProps',
  TritonAsyncEndpoint: 'TritonAsyncEndpointProps',
  TritonInferenceComponents: 'TritonInferenceComponentsProps',
  InferenceRecommenderJob: 'InferenceRecommenderJobProps',
  TritonModel: 'TritonModelProps',
};

/** Properties by purpose, in the order of the page. Required properties are always first, whatever their purpose is. */
export const PROPERTY_GROUPS: Readonly<Record<string, readonly string[]>> = {
  // endpoints; benchmarks have some of these properties, too
  'Models and instances': [
    'models',
    'model',
    'instanceType',
    'instanceTypes',
    'instanceCount',
    'minInstanceCount',
    'maxInstanceCount',
    'instancePools',
    'sizing',
    'expectedTraffic',
    'image',
    'server',
    'variants',
    'shadowVariants',
    'purpose',
    'endpointName',
    'modelCaching',
    'routingStrategy',
    'inferenceAmi',
    'volumeSize',
    'modelDataDownloadTimeout',
    'containerStartupHealthCheckTimeout',
  ],
  Scaling: ['scaling', 'maxConcurrentInvocationsPerInstance', 'scaleIn'],
  'Requests and responses in S3': [
    'inputBucket',
    'inputPrefix',
    'outputBucket',
    'outputPrefix',
    'failurePrefix',
    'outputExpiration',
    'outputEncryptionKey',
    'successTopic',
    'errorTopic',
  ],
  Updates: ['updateStrategy'],
  'Tests and monitoring': ['latencyObjective', 'smokeTest', 'probe', 'monitoring', 'dataCapture'],
  'Model files and engines': ['openPrefix', 'modelBucket'],
  // benchmarks
  'Load and duration': ['samplePayload', 'trafficPattern', 'stopAt', 'jobDuration'],
  'Runs and results': ['startOnDeployment', 'resultsBucket'],
  'Description of the model': ['domain', 'task'],
  // endpoints and benchmarks
  'Security and network': [
    'role',
    'vpc',
    'vpcSubnets',
    'securityGroups',
    'networkIsolation',
    'encryptionKey',
    'volumeEncryptionKey',
  ],
  // models
  'Files and tensors': [
    'backend',
    'files',
    'pythonPackages',
    'inputs',
    'outputs',
    'config',
    'ensemble',
    'members',
    'defaultModelFilename',
  ],
  'Batching and instances': ['maxBatchSize', 'batching', 'instanceGroups', 'parameters', 'decoupled'],
  'Tests and warm-up': ['examples', 'warmup'],
  'Versions, cache and metrics': ['versionPolicy', 'responseCache'],
};

/** Members that every construct inherits from aws-cdk-lib or constructs. Their documentation is the documentation of these packages. */
export const INHERITED_MEMBERS = [
  'toString',
  'with',
  'applyCrossStackReferenceStrength',
  'applyRemovalPolicy',
  'isConstruct',
  'isOwnedResource',
  'isResource',
  'node',
  'env',
  'stack',
];
