import { TritonRealtimeEndpoint } from '../../lib';
import { realtimeProperties } from './props/realtime';
import { proveProperties } from './prove-properties';

proveProperties((stack, props) => new TritonRealtimeEndpoint(stack, 'Endpoint', props), realtimeProperties);
