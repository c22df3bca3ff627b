import { TritonRealtimeEndpoint } from '../../lib';
import { realtimeProperties } from './props/realtime';
import { proveProperties } from './prove-properties';

jest.setTimeout(240_000);

proveProperties((stack, props) => new TritonRealtimeEndpoint(stack, 'Endpoint', props), realtimeProperties);
