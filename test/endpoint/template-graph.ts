/** What each resource of a template refers to: Ref, Fn::GetAtt, Fn::Sub and DependsOn. */
export function referencesOf(resources: Record<string, unknown>): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const [id, resource] of Object.entries(resources)) {
    const found = new Set<string>();
    collect(resource, found);
    graph.set(id, new Set([...found].filter((name) => name in resources)));
  }
  return graph;
}

/** A cycle as a list of logical ids, or undefined. CDK synthesizes circular templates without complaint. */
export function findCycle(graph: Map<string, Set<string>>): string[] | undefined {
  const done = new Set<string>();
  const visit = (id: string, path: string[]): string[] | undefined => {
    if (path.includes(id)) return [...path.slice(path.indexOf(id)), id];
    if (done.has(id)) return undefined;
    done.add(id);
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

function collect(value: unknown, found: Set<string>): void {
  if (Array.isArray(value)) {
    value.forEach((item) => collect(item, found));
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'Ref') found.add(String(inner));
      if (key === 'Fn::GetAtt') found.add(String(Array.isArray(inner) ? inner[0] : inner).split('.')[0]);
      if (key === 'Fn::Sub') {
        for (const [, name] of JSON.stringify(inner).matchAll(/\$\{([^}.]+)/g)) found.add(name);
      }
      if (key === 'DependsOn') [inner].flat().forEach((name) => found.add(String(name)));
      collect(inner, found);
    }
  }
}
