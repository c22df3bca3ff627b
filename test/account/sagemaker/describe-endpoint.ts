import { endpointOf } from './requests';
import { containersOf } from './inputs';
import { servedModel } from './variants';
import type { Endpoint, Fleet, SageMakerState, Variant } from './state';

export function describeEndpoint(state: SageMakerState, name: string): object {
  const endpoint = endpointOf(state, name);
  const { fleet, green, status } = endpoint;
  const { capture } = fleet;
  const { MetricsConfig, AsyncInferenceConfig } = fleet.config.input;
  return {
    EndpointName: endpoint.name,
    EndpointArn: endpoint.arn,
    EndpointConfigName: fleet.config.name,
    EndpointStatus: status,
    CreationTime: new Date(endpoint.created),
    LastModifiedTime: new Date(endpoint.modified),
    ...(endpoint.failureReason === undefined ? {} : { FailureReason: endpoint.failureReason.slice(0, 1024) }),
    ...(status === 'Creating' ? {} : variantSummaries(fleet)),
    ...(endpoint.lastDeploymentConfig ? { LastDeploymentConfig: endpoint.lastDeploymentConfig } : {}),
    ...(MetricsConfig ? { MetricsConfig } : {}),
    ...(AsyncInferenceConfig ? { AsyncInferenceConfig } : {}),
    ...(capture
      ? {
          DataCaptureConfig: {
            EnableCapture: capture.EnableCapture ?? true,
            CaptureStatus: (capture.EnableCapture ?? true) ? 'Started' : 'Stopped',
            CurrentSamplingPercentage: capture.InitialSamplingPercentage,
            DestinationS3Uri: capture.DestinationS3Uri,
            KmsKeyId: capture.KmsKeyId ?? '',
          },
        }
      : {}),
    ...(green || status === 'Creating'
      ? { PendingDeploymentSummary: pendingDeployment(state, endpoint, green?.fleet ?? fleet) }
      : {}),
  };
}

function variantSummaries(fleet: Fleet): object {
  const summary = (variant: Variant): object => ({
    VariantName: variant.name,
    ...(variant.model ? modelSummary(variant) : scalingSummary(variant)),
    CurrentInstanceCount: variant.instances.length,
    DesiredInstanceCount: variant.desiredCount,
  });
  const shadows = fleet.variants.filter(({ isShadow }) => isShadow);
  return {
    ProductionVariants: fleet.variants.filter(({ isShadow }) => !isShadow).map(summary),
    ...(shadows.length > 0 ? { ShadowProductionVariants: shadows.map(summary) } : {}),
  };
}

function modelSummary(variant: Variant): object {
  return {
    DeployedImages: containersOf(servedModel(variant).input).flatMap(({ Image }) =>
      Image ? [{ SpecifiedImage: Image, ResolvedImage: Image }] : [],
    ),
    CurrentWeight: variant.weight,
    DesiredWeight: variant.weight,
  };
}

/** A variant that hosts inference components has neither images nor weights. */
function scalingSummary({ config: { ManagedInstanceScaling, RoutingConfig } }: Variant): object {
  return {
    ...(ManagedInstanceScaling ? { ManagedInstanceScaling } : {}),
    ...(RoutingConfig ? { RoutingConfig } : {}),
  };
}

function pendingDeployment(
  { account }: SageMakerState,
  { created, modified, status, green }: Endpoint,
  fleet: Fleet,
): object {
  const VariantStatus = [{ Status: green?.stage ?? 'Creating' }];
  const summary = (variant: Variant): object => ({
    VariantName: variant.name,
    CurrentWeight: variant.weight,
    DesiredWeight: variant.weight,
    CurrentInstanceCount: variant.instances.length,
    DesiredInstanceCount: variant.desiredCount,
    InstanceType: variant.config.InstanceType,
    ...(account.isSwitchedOn('sagemaker.pending-variants-have-a-stage') ? { VariantStatus } : {}),
  });
  const shadows = fleet.variants.filter(({ isShadow }) => isShadow);
  return {
    EndpointConfigName: fleet.config.name,
    StartTime: new Date(status === 'Creating' ? created : modified),
    ProductionVariants: fleet.variants.filter(({ isShadow }) => !isShadow).map(summary),
    ...(shadows.length > 0 ? { ShadowProductionVariants: shadows.map(summary) } : {}),
  };
}
