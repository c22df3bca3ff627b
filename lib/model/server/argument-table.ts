import { compareReleases } from '../../facts/triton-releases';

/** The format in which the server reads the value of an argument. */
export type ArgumentKind = 'switch' | 'verbosity' | 'integer' | 'number' | 'resource' | 'pair' | 'text' | 'none';

/** An argument of `tritonserver`. */
export interface ServerArgument {
  readonly kind: ArgumentKind;
  /** First release with the argument, if the release is later than 23.07. */
  readonly since?: string;
}

/** Names of the arguments by the kind of their value, with `@<release>` if a release after 23.07 added the argument. */
const NAMES_BY_KIND: Record<ArgumentKind, string> = {
  switch:
    'allow-client-shm@26.04 allow-cpu-metrics allow-gpu-metrics allow-grpc allow-http allow-metrics allow-sagemaker allow-vertex-ai ' +
    'enable-peer-access@24.06 exit-on-error grpc-keepalive-permit-without-calls grpc-use-ssl grpc-use-ssl-mutual log-error log-info ' +
    'log-warning model-namespacing reuse-grpc-port reuse-http-port strict-model-config strict-readiness',
  verbosity: 'log-verbose',
  integer:
    'buffer-manager-thread-count exit-timeout-secs grpc-http2-max-ping-strikes grpc-http2-max-pings-without-data ' +
    'grpc-http2-min-recv-ping-interval-without-data grpc-infer-allocation-pool-size grpc-infer-thread-count@25.04 grpc-keepalive-time ' +
    'grpc-keepalive-timeout grpc-max-connection-age@24.01 grpc-max-connection-age-grace@24.01 grpc-max-response-pool-size@25.03 ' +
    'grpc-port http-max-input-size@25.06 http-port http-thread-count metrics-interval-ms metrics-port model-load-retry-count@24.01 ' +
    'model-load-thread-count pinned-memory-pool-byte-size repository-poll-secs response-cache-byte-size sagemaker-port ' +
    'sagemaker-thread-count trace-count trace-log-frequency trace-rate vertex-ai-port vertex-ai-thread-count',
  number: 'min-supported-compute-capability',
  resource: 'rate-limit-resource',
  pair: 'cuda-memory-pool-byte-size cuda-virtual-address-size@23.11 model-load-gpu-limit',
  text:
    'backend-config backend-directory cache-config cache-directory grpc-address grpc-header-forward-pattern ' +
    'grpc-infer-response-compression-level grpc-restricted-protocol grpc-root-cert grpc-server-cert grpc-server-key host-policy ' +
    'http-address http-header-forward-pattern http-restricted-api@23.11 id load-model log-file log-format metrics-address metrics-config ' +
    'model-config-name@24.05 model-control-mode model-repository model-store rate-limit repoagent-directory sagemaker-safe-port-range ' +
    'trace-config trace-file trace-level vertex-ai-default-model',
  none: 'disable-auto-complete-config help',
};

/**
 * The arguments of the server by name. 23.07 is the first release with additional arguments on SageMaker, so the release that added an
 * argument is included only if this release is later than 23.07. No release removed an argument (src/command_line_parser.cc of
 * triton-inference-server/server, r23.07 to r26.08, read 2026-11-22).
 */
const ARGUMENTS = new Map<string, ServerArgument>(
  Object.entries(NAMES_BY_KIND).flatMap(([kind, names]) =>
    names.split(' ').map((entry): [string, ServerArgument] => {
      const [name, since] = entry.split('@');
      return [name, { kind: kind as ArgumentKind, since }];
    }),
  ),
);

/** Finds an argument by its name or, like getopt_long, by an unambiguous prefix of its name. */
export function findArgument(nameOrPrefix: string): { name: string; argument: ServerArgument } | undefined {
  const names = ARGUMENTS.has(nameOrPrefix)
    ? [nameOrPrefix]
    : [...ARGUMENTS.keys()].filter((each) => each.startsWith(nameOrPrefix));
  const argument = names.length === 1 ? ARGUMENTS.get(names[0]) : undefined;
  return argument && { name: names[0], argument };
}

/** Names of the arguments that the server of a release accepts. */
export function argumentNames(release: string): string[] {
  return [...ARGUMENTS].filter(([, { since }]) => !since || compareReleases(release, since) >= 0).map(([name]) => name);
}
