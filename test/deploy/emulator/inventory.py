"""Prints the names of all resources in the emulated account, by service and kind: python inventory.py URL"""

import json
import sys

import boto3

KINDS = {
    "application-autoscaling": [("describe_scalable_targets", "ScalableTargets", "ResourceId")],
    "cloudformation": [("describe_stacks", "Stacks", "StackName")],
    "cloudwatch": [("describe_alarms", "MetricAlarms", "AlarmName"), ("list_dashboards", "DashboardEntries", "DashboardName")],
    "events": [("list_rules", "Rules", "Name")],
    "iam": [("list_roles", "Roles", "RoleName"), ("list_policies", "Policies", "PolicyName")],
    "lambda": [("list_functions", "Functions", "FunctionName")],
    "logs": [("describe_log_groups", "logGroups", "logGroupName"), ("describe_metric_filters", "metricFilters", "filterName")],
    "s3": [("list_buckets", "Buckets", "Name")],
    "sagemaker": [
        ("list_models", "Models", "ModelName"),
        ("list_endpoint_configs", "EndpointConfigs", "EndpointConfigName"),
        ("list_endpoints", "Endpoints", "EndpointName"),
    ],
}
PARAMETERS = {
    "describe_scalable_targets": {"ServiceNamespace": "sagemaker"},
    "list_policies": {"Scope": "Local"},
}

inventory = {}
for service, kinds in KINDS.items():
    credentials = {"aws_access_key_id": "nobody", "aws_secret_access_key": "nothing"}
    client = boto3.client(service, endpoint_url=sys.argv[1], region_name="us-east-1", **credentials)
    for operation, key, name in kinds:
        response = getattr(client, operation)(**PARAMETERS.get(operation, {}))
        inventory[f"{service} {key}"] = sorted(item[name] for item in response[key])
print(json.dumps(inventory))
