import { FailureReportProperties } from '../../lib/contracts/failure-report-properties';
import { ComponentTarget } from './component-target';
import { EndpointTarget } from './endpoint-target';
import { Target } from './target';

export function targetOf(properties: FailureReportProperties): Target {
  return properties.InferenceComponentName === undefined
    ? new EndpointTarget(properties)
    : new ComponentTarget(properties.InferenceComponentName, properties.ModelName);
}
