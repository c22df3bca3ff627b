"""Updates and deletes resources in the order of CloudFormation. moto uses the order of the template, or of a set."""

from graphlib import TopologicalSorter

from moto.cloudformation import parsing


def update(self, template, parameters=None):
    """Updates each resource whose definition has changed, or whose properties refer to a resource that was replaced."""
    old, new = self._resource_json_map, template["Resources"]
    self._template, self._resource_json_map = template, new
    self.input_parameters = parameters or self.input_parameters
    self.load()
    replaced = set()
    order = TopologicalSorter({name: references_in(new[name], new) for name in new}).static_order()
    for logical_id in order:
        before = self._parsed_resources.get(logical_id)
        if before is None:
            self[logical_id]
        elif logical_id in old and (
            new[logical_id] != old[logical_id] or references_in(new[logical_id].get("Properties", {}), new) & replaced
        ):
            previous_id = physical_id_of(before)
            after = parsing.parse_and_update_resource(
                logical_id, new[logical_id], self, self._account_id, self._region_name
            )
            if after:
                self._parsed_resources[logical_id] = after
                if physical_id_of(after) != previous_id:
                    replaced.add(logical_id)
    for logical_id in reversed([name for name in self._parsed_resources if name in old and name not in new]):
        self._delete_resource(self._parsed_resources.pop(logical_id), old[logical_id])


def delete(self):
    for logical_id in reversed([name for name in self._parsed_resources if name in self._resource_json_map]):
        template = self._resource_json_map[logical_id]
        if template.get("DeletionPolicy") != "Retain":
            self._delete_resource(self._parsed_resources.pop(logical_id), template)


def physical_id_of(resource):
    return getattr(resource, "physical_resource_id", None)


def references_in(value, resources):
    """Returns the logical IDs in Ref, Fn::GetAtt and DependsOn."""
    found = set()
    if isinstance(value, list):
        for item in value:
            found |= references_in(item, resources)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key in ("Ref", "Fn::GetAtt", "DependsOn"):
                found |= {name for name in (item if isinstance(item, list) else [item]) if name in resources}
            else:
                found |= references_in(item, resources)
    return found
