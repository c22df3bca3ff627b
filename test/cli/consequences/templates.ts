import { Template } from '../../../cli/local/intrinsics';

interface Described {
  readonly counts?: Record<string, unknown>;
  readonly weights?: Record<string, unknown>;
  readonly maximum?: number;
  readonly endpoint?: Record<string, unknown>;
  readonly resources?: Template['Resources'];
}

/** A template as anyone could write it, with a variant for each count. */
export function templateWith({
  counts = { A: 2 },
  weights = {},
  maximum,
  endpoint = {},
  resources = {},
}: Described = {}): Template {
  const names = Object.keys(counts);
  return {
    Resources: {
      Model: { Type: 'AWS::SageMaker::Model', Properties: { PrimaryContainer: { Image: 'registry/triton:1' } } },
      Config: {
        Type: 'AWS::SageMaker::EndpointConfig',
        Properties: {
          ProductionVariants: names.map((name) => ({
            VariantName: name,
            ModelName: { 'Fn::GetAtt': ['Model', 'ModelName'] },
            InstanceType: 'ml.g5.xlarge',
            InitialInstanceCount: counts[name],
            InitialVariantWeight: weights[name] ?? 1,
          })),
        },
      },
      Endpoint: {
        Type: 'AWS::SageMaker::Endpoint',
        Properties: {
          EndpointName: 'vision',
          EndpointConfigName: { 'Fn::GetAtt': ['Config', 'EndpointConfigName'] },
          ...endpoint,
        },
      },
      ...(maximum !== undefined && {
        Target: {
          Type: 'AWS::ApplicationAutoScaling::ScalableTarget',
          Properties: { ResourceId: `endpoint/vision/variant/${names[0]}`, MinCapacity: 1, MaxCapacity: maximum },
        },
      }),
      ...resources,
    },
  };
}
