import * as fs from 'node:fs';
import * as path from 'node:path';
import { App, CfnParameter, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import fc from 'fast-check';
import { schemaViolations } from '../account/cloudformation/validate-template';
import type { StackTemplate } from '../account/iam/example-templates';
import { findCycle, referencesOf } from '../endpoint/template-graph';
import { MakeInStack, PARAMETER, Properties } from './props/arbitraries';
import { runs } from '../setup/proof';

/** The number of templates to create from valid properties of each construct. */
export const VALID_TEMPLATES_PER_CONSTRUCT = runs(30, 2);

/**
 * Defines property tests for a construct. Writes the templates of valid properties to the folder, for other tests. The file names are
 * `<construct>-<number>.template.json`.
 */
export function definePropertyTests<T>(
  construct: string,
  createConstruct: (stack: Stack, props: T) => void,
  properties: Properties<T>,
  folder: string,
): void {
  const synthesize = (makeProps: MakeInStack<T>, stack: Stack): ReturnType<Template['toJSON']> => {
    createConstruct(stack, makeProps(stack));
    const template = Template.fromStack(stack).toJSON();
    expect(annotationsOf(stack).filter((message) => TOKEN.test(message))).toEqual([]);
    return template;
  };

  test('templates of valid properties have no cycle, and comply with the CloudFormation schemas', () => {
    let count = 0;
    fc.assert(
      fc.property(properties.valid, (makeProps) => {
        const template = synthesize(makeProps, new Stack(new App(), 'Stack'));
        expect(findCycle(referencesOf(template.Resources))).toBeUndefined();
        expect(schemaViolations('Stack', template as StackTemplate)).toEqual([]);
        fs.writeFileSync(path.join(folder, `${construct}-${count++}.template.json`), JSON.stringify(template));
      }),
      { numRuns: VALID_TEMPLATES_PER_CONSTRUCT },
    );
  });

  test('properties with tokens can be synthesized, and the template contains no calculated token', () => {
    fc.assert(
      fc.property(properties.tokens, (makeProps) => {
        const template = JSON.stringify(synthesize(makeProps, stackWithParameter()));
        expect(template).not.toMatch(CALCULATED_TOKEN);
      }),
      { numRuns: runs(25, 2) },
    );
  });

  test('properties of any value can be synthesized, or are rejected with a link to the rule and without tokens in the message', () => {
    fc.assert(
      fc.property(properties.any, (makeProps) => {
        let problem: string | undefined;
        try {
          synthesize(makeProps, stackWithParameter());
        } catch (error) {
          problem = errorOutsideLibrary(error) ?? errorWithToken(error);
        }
        expect(problem).toBeUndefined();
      }),
      { numRuns: runs(75, 5) },
    );
  });
}

/** Matches CDK's placeholder for a token number after a calculation has changed the number. */
const CALCULATED_TOKEN = /.{0,100}\de\+2[0-9]{2}/;

/** Matches CDK's placeholder for a token (an unresolved value) as a string, list or number. */
const TOKEN = /[$#]\{Token\[|\de\+289/;

/** The annotations of the constructs in a stack. */
function annotationsOf(stack: Stack): string[] {
  const entries = stack.node.findAll().flatMap(({ node }) => node.metadata);
  const messages = entries
    .filter(({ type }) => /^aws:cdk:(info|warning|error)$/.test(type))
    .map(({ data }) => String(data));
  // In a number such as 1e300 in a metric expression, CDK interprets the e as an unknown metric.
  return messages.filter((message) => !message.includes('CloudWatch:Math:UnknownIdentifier'));
}

/** Describes the error if its message contains a token. */
function errorWithToken(error: unknown): string | undefined {
  return TOKEN.test(String(error)) ? `a token in: ${String(error)}` : undefined;
}

function stackWithParameter(): Stack {
  const stack = new Stack(new App(), 'Stack');
  new CfnParameter(stack, PARAMETER);
  return stack;
}

/** Matches an error of this library, which contains the link to the page of its rule. CDK combines several errors into one. */
const RULE_ERROR = /^(?:Error|UnscopedValidationError): [^]*\(https:\/\/\S+\/rules\/[a-z0-9-]+\.[a-z0-9-]+\)/;

/** Describes the error if this library did not throw it. */
function errorOutsideLibrary(error: unknown): string | undefined {
  const text = error instanceof Error ? `${error.constructor.name}: ${error.message}` : String(error);
  return RULE_ERROR.test(text) ? undefined : `${text}\n${error instanceof Error ? error.stack : ''}`;
}
