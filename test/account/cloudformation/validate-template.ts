import { deployedValue } from '../iam/deployed-values';
import type { StackTemplate, TemplateResource } from '../iam/example-templates';
import { ResourceSchema } from './resource-schema';
import type { Properties } from './template';

/** The violations of CloudFormation's schemas in a template, after all functions are resolved. */
export function schemaViolations(stack: string, template: StackTemplate): string[] {
  return validatedResources(template).flatMap(([id, { Type, Properties = {} }]) =>
    ResourceSchema.of(Type)
      .violations(deployedValue(Properties, stack, template) as Properties)
      .map((violation) => `${stack}/${id} (${Type}) ${violation}`),
  );
}

/** The resources that CloudFormation validates: all except custom resources. */
export function validatedResources({ Resources }: StackTemplate): [string, TemplateResource][] {
  return Object.entries(Resources).filter(([, { Type }]) => !Type.startsWith('Custom::'));
}
