import * as path from 'path';
import { ModelConfig } from '../../../lib/model-config';
import { RoutingStrategy } from '../../../lib/platform';
import { deviceCountOf } from '../../../lib/capacity/sizing/device-count';
import { configuredModel } from './configured-model';
import { DeployedVariant } from './deployment';

/**
 * The variant that config.pbtxt files describe, for metrics without an assembly. The name of a model is the name in its file, or that of the folder
 * of the file.
 *
 * @throws if a file cannot be read
 */
export function variantOfConfigs(files: readonly string[], instanceType?: string): DeployedVariant {
  const devices = instanceType === undefined ? 1 : deviceCountOf(instanceType);
  return {
    models: new Map(
      files.map((file) => {
        const config = ModelConfig.fromFile(file);
        const name = config._document.name || path.basename(path.dirname(path.resolve(file)));
        return [name, configuredModel(name, config, devices)];
      }),
    ),
    routingStrategy: RoutingStrategy.RANDOM, // SageMaker's default
    isScaled: false,
  };
}
