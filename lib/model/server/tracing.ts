import { Token, Tokenization } from 'aws-cdk-lib';
import { error, Finding } from '../../findings/finding';
import { checkCountRange } from '../../findings/ranges';
import { ServerTracing } from './options';

const RULE = 'sme.tracing';
const DEFAULT_RATE = 1000;

/** The arguments of the server that turn traces on. By default, the trace level of the server is OFF, which writes empty traces. */
export function traceArguments(tracing?: ServerTracing): string[] {
  if (!tracing) return [];
  const { url, rate = DEFAULT_RATE, resourceAttributes = {} } = tracing;
  return [
    'mode=opentelemetry',
    'level=TIMESTAMPS',
    `rate=${Tokenization.stringifyNumber(rate)}`,
    `opentelemetry,url=${url}`,
    ...Object.entries(resourceAttributes).map(([name, value]) => `opentelemetry,resource=${name}=${value}`),
  ].map((setting) => `--trace-config=${setting}`);
}

/** Checks the collector, the rate and the attributes of traces. */
export function checkTracing(tracing?: ServerTracing): Finding[] {
  if (!tracing) return [];
  const { url, rate, resourceAttributes = {} } = tracing;
  const field = 'server.tracing';
  return [
    ...(Token.isUnresolved(url) || isCollector(url)
      ? []
      : [
          error(
            RULE,
            `${field}.url`,
            `got '${url}'; allowed: the URL of a collector with http or https, such as http://collector.internal:4318/v1/traces`,
          ),
        ]),
    ...checkCountRange(rate, { ruleId: RULE, field: `${field}.rate`, minimum: 0 }),
    ...Object.entries(resourceAttributes).flatMap(([name, value]) =>
      /^[^\s*?[\]=]+$/.test(name) && (Token.isUnresolved(value) || /^[^\s*?[\]]+$/.test(value))
        ? []
        : [
            error(
              RULE,
              `${field}.resourceAttributes`,
              `got '${name}' with '${value}'; allowed: names and values without white space and * ? [ ], which the start script of the container would expand`,
            ),
          ],
    ),
  ];
}

/** Whether the text is a URL that the start script passes to the server unchanged. */
function isCollector(url: string): boolean {
  return /^https?:\/\/[^\s*?[\]]+$/.test(url) && URL.canParse(url);
}
