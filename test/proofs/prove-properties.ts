import * as fs from 'node:fs';
import * as path from 'node:path';
import { App, CfnParameter, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import fc from 'fast-check';
import { schemaViolations } from '../account/cloudformation/judge-template';
import type { StackTemplate } from '../account/iam/example-templates';
import { findCycle, referencesOf } from '../endpoint/template-graph';
import { InStack, PARAMETER, Properties } from './props/arbitraries';

/** How many templates of valid properties there are of each construct. */
export const VALID = 30;

/** Defines the tests of a construct's properties. What valid ones give is left in a folder, each as `<construct>-<number>.template.json`. */
export function proveProperties<T>(
  construct: string,
  make: (stack: Stack, props: T) => void,
  properties: Properties<T>,
  folder: string,
): void {
  const synthesize = (makeProps: InStack<T>, stack: Stack): ReturnType<Template['toJSON']> => {
    make(stack, makeProps(stack));
    const template = Template.fromStack(stack).toJSON();
    expect(annotationsOf(stack).filter((message) => TOKEN.test(message))).toEqual([]);
    return template;
  };

  test('valid properties synthesize, without a cycle, to properties that CloudFormation accepts', () => {
    let count = 0;
    fc.assert(
      fc.property(properties.valid, (makeProps) => {
        const template = synthesize(makeProps, new Stack(new App(), 'Stack'));
        expect(findCycle(referencesOf(template.Resources))).toBeUndefined();
        expect(schemaViolations('Stack', template as StackTemplate)).toEqual([]);
        fs.writeFileSync(path.join(folder, `${construct}-${count++}.template.json`), JSON.stringify(template));
      }),
      { numRuns: VALID },
    );
  });

  test('properties that are only known at deploy time synthesize', () => {
    fc.assert(
      fc.property(properties.late, (makeProps) => {
        const template = JSON.stringify(synthesize(makeProps, stackWithParameter()));
        expect(template).not.toMatch(CALCULATED_WITH);
      }),
      { numRuns: 50 },
    );
  });

  test('properties of any value synthesize, or are refused in words that name rule and property', () => {
    fc.assert(
      fc.property(properties.any, (makeProps) => {
        let strange: string | undefined;
        try {
          synthesize(makeProps, stackWithParameter());
        } catch (error) {
          strange = notOurs(error) ?? withToken(error);
        }
        expect(strange).toBeUndefined();
      }),
      { numRuns: 150 },
    );
  });
}

/** A number that CDK hands out for one that is only known at deploy time, after somebody has calculated with it. */
const CALCULATED_WITH = /.{0,100}\de\+2[0-9]{2}/;

/** What CDK hands out for a text, a list or a number that is only known at deploy time. */
const TOKEN = /[$#]\{Token\[|\de\+289/;

/** What is said of the constructs of a stack. */
function annotationsOf(stack: Stack): string[] {
  const entries = stack.node.findAll().flatMap(({ node }) => node.metadata);
  const said = entries
    .filter(({ type }) => /^aws:cdk:(info|warning|error)$/.test(type))
    .map(({ data }) => String(data));
  // CDK takes the e of a number for a metric.
  return said.filter((message) => !message.includes('CloudWatch:Math:UnknownIdentifier'));
}

/** What is thrown, if it shows a token. */
function withToken(error: unknown): string | undefined {
  return TOKEN.test(String(error)) ? `a token in: ${String(error)}` : undefined;
}

function stackWithParameter(): Stack {
  const stack = new Stack(new App(), 'Stack');
  new CfnParameter(stack, PARAMETER);
  return stack;
}

/** An error with the link to the page of its rule; CDK gathers some errors into one of its own. */
const OURS = /^(?:Error|UnscopedValidationError): [^]*\(https:\/\/\S+\/rules\/[a-z0-9-]+\.[a-z0-9-]+\)/;

/** What is thrown, unless it is ours. */
function notOurs(error: unknown): string | undefined {
  const said = error instanceof Error ? `${error.constructor.name}: ${error.message}` : String(error);
  return OURS.test(said) ? undefined : `${said}\n${error instanceof Error ? error.stack : ''}`;
}
