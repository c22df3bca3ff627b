import { AssemblyAssets } from '../../../cli/assembly/assets';
import { Template } from '../../../cli/assembly/intrinsics';
import { StackConsequences, stackConsequences } from '../../../cli/consequences/stack-consequences';

const assets = new AssemblyAssets();

export function compare(before: Template | undefined, after: Template): StackConsequences {
  return stackConsequences('Serving', before && { template: before, assets }, { template: after, assets });
}

interface TemplateOptions {
  /** Instance counts by variant name. */
  readonly counts?: Record<string, unknown>;
  /** Weights by variant name; 1 by default. */
  readonly weights?: Record<string, unknown>;
  /** Maximum of scaling of the first variant; no scaling by default. */
  readonly maximum?: number;
  /** Additional properties of the endpoint. */
  readonly endpoint?: Record<string, unknown>;
  readonly resources?: Template['Resources'];
}

/** Creates a minimal template of an endpoint, without the constructs of this library. It has a variant for each entry of `counts`. */
export function templateWith({
  counts = { A: 2 },
  weights = {},
  maximum,
  endpoint = {},
  resources = {},
}: TemplateOptions = {}): Template {
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
