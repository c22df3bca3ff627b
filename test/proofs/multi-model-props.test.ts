import { TritonMultiModelEndpoint } from '../../lib';
import { multiModelProperties } from './props/multi-model';
import { proveProperties } from './prove-properties';

jest.setTimeout(240_000);

proveProperties((stack, props) => new TritonMultiModelEndpoint(stack, 'Endpoint', props), multiModelProperties);
