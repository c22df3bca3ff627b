import { Finding, warning, prefixFields } from '../../findings/finding';
import { Endpoint } from '../endpoint';
import { EndpointPurpose } from '../endpoint-purpose';

type DebuggedEndpoint = Pick<Endpoint, 'variants' | 'shadowVariants' | 'networkIsolation' | 'purpose'>;

/** Checks the access to the containers. */
export function checkDebugging(endpoint: DebuggedEndpoint): Finding[] {
  const { variants, shadowVariants } = endpoint;
  const variantsWithAccess = [...variants, ...shadowVariants].filter(({ ssmAccess }) => ssmAccess);
  return variantsWithAccess.flatMap(({ path }) => prefixFields(path, checkAccess(endpoint)));
}

/** SageMaker developer guide, "Access containers through SSM" (read 2026-11-22). */
function checkAccess({ networkIsolation, purpose }: DebuggedEndpoint): Finding[] {
  const accessWarning = (message: string): Finding => warning('sm.ssm-access', 'ssmAccess', message);
  return [
    ...(networkIsolation
      ? [
          accessWarning(
            'got true with networkIsolation; Systems Manager cannot start a session in a container without a network',
          ),
        ]
      : []),
    ...(purpose === EndpointPurpose.PRODUCTION
      ? [
          accessWarning(
            'got true on an endpoint for production; AWS recommends it for development and tests only: it may slow down the endpoint, ' +
              'and SageMaker installs security patches and replaces faulty instances up to a day later. Set this option only while you debug',
          ),
        ]
      : []),
  ];
}
