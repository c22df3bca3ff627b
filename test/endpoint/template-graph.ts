/** The references of each resource in a template: Ref, Fn::GetAtt, Fn::Sub and DependsOn. */
export function referencesOf(resources: Record<string, unknown>): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const [id, resource] of Object.entries(resources)) {
    const references = new Set<string>();
    collectReferences(resource, references);
    graph.set(id, new Set([...references].filter((name) => name in resources)));
  }
  return graph;
}

/** Returns a cycle as a list of logical IDs, or undefined. CDK does not detect cycles in templates. */
export function findCycle(graph: Map<string, Set<string>>): string[] | undefined {
  const visited = new Set<string>();
  const visit = (id: string, path: string[]): string[] | undefined => {
    if (path.includes(id)) return [...path.slice(path.indexOf(id)), id];
    if (visited.has(id)) return undefined;
    visited.add(id);
    for (const next of graph.get(id) ?? []) {
      const cycle = visit(next, [...path, id]);
      if (cycle) return cycle;
    }
    return undefined;
  };
  for (const id of graph.keys()) {
    const cycle = visit(id, []);
    if (cycle) return cycle;
  }
  return undefined;
}

function collectReferences(value: unknown, references: Set<string>): void {
  if (Array.isArray(value)) {
    value.forEach((item) => collectReferences(item, references));
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'Ref') references.add(String(inner));
      if (key === 'Fn::GetAtt') references.add(String(Array.isArray(inner) ? inner[0] : inner).split('.')[0]);
      if (key === 'Fn::Sub') {
        for (const [, name] of JSON.stringify(inner).matchAll(/\$\{([^}.]+)/g)) references.add(name);
      }
      if (key === 'DependsOn') [inner].flat().forEach((name) => references.add(String(name)));
      collectReferences(inner, references);
    }
  }
}
