import { deployed, DEPLOYED_ACCOUNT, DEPLOYED_REGION } from '../iam/deployed';
import type { StackTemplate, TemplateResource } from '../iam/example-templates';
import { resolve } from './intrinsics';
import { ResourceSchema } from './resource-schema';
import { Properties, StackResource, Template } from './template';

/** What CloudFormation has against the properties of a template's resources, with all functions resolved. */
export function schemaViolations(stack: string, template: StackTemplate): string[] {
  return judged(template).flatMap(([id, { Type, Properties = {} }]) =>
    ResourceSchema.of(Type)
      .violations(resolved(Properties, stack, template))
      .map((each) => `${stack}/${id} (${Type}) ${each}`),
  );
}

/** The resources that CloudFormation judges. Of custom resources, it judges nothing. */
export function judged({ Resources }: StackTemplate): [string, TemplateResource][] {
  return Object.entries(Resources).filter(([, { Type }]) => !Type.startsWith('Custom::'));
}

/** Properties as CloudFormation judges them: with names that are as long as they get. */
function resolved(properties: Properties, stack: string, template: StackTemplate): Properties {
  const nameOf = (reference: object): unknown => deployed(reference, stack, template);
  const attributes = (id: string): object =>
    new Proxy({}, { has: () => true, get: (_, name) => nameOf({ 'Fn::GetAtt': [id, String(name)] }) });
  return resolve(properties, {
    template: template as unknown as Template,
    pseudo: {
      'AWS::AccountId': DEPLOYED_ACCOUNT,
      'AWS::Partition': 'aws',
      'AWS::Region': DEPLOYED_REGION,
      'AWS::StackId': String(nameOf({ Ref: 'AWS::StackId' })),
      'AWS::StackName': stack,
      'AWS::URLSuffix': 'amazonaws.com',
    },
    resource: (id) => ({ ref: nameOf({ Ref: id }), attributes: attributes(id) }) as unknown as StackResource,
  }) as Properties;
}
