import { TritonMultiModelEndpoint } from '../../lib';
import { multiModelProperties } from './props/multi-model';
import { proveProperties } from './prove-properties';

proveProperties((stack, props) => new TritonMultiModelEndpoint(stack, 'Endpoint', props), multiModelProperties);
