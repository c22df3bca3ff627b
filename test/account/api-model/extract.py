"""
Writes the constraints that the simulated account uses to validate requests, from botocore's API models:

    python3 test/account/api-model/extract.py <botocore's folder "data">
"""

import gzip
import json
import pathlib
import sys

OPERATIONS = {
    "sagemaker": {
        "sagemaker/2017-07-24": [
            "AddTags", "CreateEndpoint", "CreateEndpointConfig", "CreateInferenceComponent", "CreateModel", "CreateProcessingJob",
            "CreateTrainingJob", "DeleteEndpoint", "DeleteEndpointConfig", "DeleteInferenceComponent", "DeleteModel", "DeleteTags",
            "DescribeEndpoint", "DescribeEndpointConfig", "DescribeInferenceComponent", "DescribeModel", "DescribeProcessingJob",
            "DescribeTrainingJob", "ListInferenceComponents", "ListTags", "StopProcessingJob", "StopTrainingJob",
            "UpdateEndpoint", "UpdateEndpointWeightsAndCapacities", "UpdateInferenceComponent",
            "UpdateInferenceComponentRuntimeConfig",
        ],
        "sagemaker-runtime/2017-05-13": ["InvokeEndpoint", "InvokeEndpointAsync", "InvokeEndpointWithResponseStream"],
    },
    "application-autoscaling": {
        "application-autoscaling/2016-02-06": [
            "DeleteScalingPolicy", "DeleteScheduledAction", "DeregisterScalableTarget", "DescribeScalableTargets",
            "DescribeScalingActivities", "DescribeScalingPolicies", "DescribeScheduledActions", "PutScalingPolicy",
            "PutScheduledAction", "RegisterScalableTarget", "TagResource", "UntagResource", "ListTagsForResource",
        ],
    },
    "cloudformation": {"cloudformation/2010-05-15": ["DescribeStackResource", "DescribeStacks"]},
    "ec2": {"ec2/2016-11-15": ["DescribeNetworkInterfaces"]},
    "events": {"events/2015-10-07": ["DeleteRule", "PutRule", "PutTargets", "RemoveTargets"]},
    "iam": {
        "iam/2010-05-08": [
            "AttachRolePolicy", "CreatePolicy", "CreatePolicyVersion", "CreateRole", "CreateServiceLinkedRole", "DeletePolicy",
            "DeleteRole", "DeleteRolePolicy", "DetachRolePolicy", "PutRolePolicy",
        ],
    },
    "kms": {
        "kms/2014-11-01": [
            "CreateGrant", "CreateKey", "Decrypt", "DescribeKey", "GenerateDataKey", "ListGrants", "PutKeyPolicy", "RetireGrant",
            "ScheduleKeyDeletion",
        ],
    },
    "lambda": {
        "lambda/2015-03-31": [
            "AddPermission", "DeleteFunction", "Invoke", "RemovePermission",
        ],
    },
    "logs": {
        "logs/2014-03-28": [
            "CreateLogGroup", "CreateLogStream", "DeleteLogGroup", "DeleteMetricFilter", "DescribeLogGroups", "DescribeLogStreams",
            "FilterLogEvents", "GetLogEvents", "PutLogEvents", "PutRetentionPolicy",
        ],
    },
    "s3": {
        "s3/2006-03-01": [
            "AbortMultipartUpload", "CompleteMultipartUpload", "CopyObject", "CreateBucket", "CreateMultipartUpload", "DeleteBucket",
            "DeleteBucketPolicy", "DeleteObject", "DeleteObjects", "GetObject", "HeadObject", "ListObjectsV2", "PutBucketEncryption",
            "PutBucketPolicy", "PutObject", "UploadPart", "UploadPartCopy",
        ],
    },
    "states": {"stepfunctions/2016-11-23": ["DescribeExecution", "StartExecution", "StopExecution"]},
    "cloudwatch": {
        "cloudwatch/2010-08-01": [
            "DeleteAlarms", "DeleteDashboards", "DescribeAlarms", "GetDashboard", "GetMetricData", "PutCompositeAlarm", "PutDashboard",
            "PutMetricAlarm", "PutMetricData",
        ],
    },
}
CONSTRAINTS = ["type", "required", "min", "max", "pattern", "enum"]


def prune(shape: dict) -> dict:
    """Returns the constraints of a shape, and the names of the shapes of its members."""
    pruned = {name: shape[name] for name in CONSTRAINTS if name in shape}
    if "members" in shape:
        pruned["members"] = {name: member["shape"] for name, member in shape["members"].items()}
    for part in ["member", "key", "value"]:
        if part in shape:
            pruned[part] = shape[part]["shape"]
    return pruned


def add_shapes(name: str, model: dict, shapes: dict) -> None:
    """Adds a shape of the model, and all shapes that it contains, to `shapes`."""
    if name in shapes:
        return
    shapes[name] = prune(model["shapes"][name])
    pruned_shape = shapes[name]
    for member_shape in [*pruned_shape.get("members", {}).values(), pruned_shape.get("member"), pruned_shape.get("key"), pruned_shape.get("value")]:
        if member_shape:
            add_shapes(member_shape, model, shapes)


def main(data: pathlib.Path) -> None:
    for service, models in OPERATIONS.items():
        operations: dict = {}
        shapes: dict = {}
        for folder, names in models.items():
            with gzip.open(data / folder / "service-2.json.gz") as file:
                model = json.load(file)
            inputs = {}
            for name in names:
                inputs[name] = model["operations"][name]["input"]["shape"]
                add_shapes(inputs[name], model, shapes)
            operations.update(inputs)
        text = json.dumps({"operations": operations, "shapes": shapes}, indent=1, sort_keys=True)
        pathlib.Path(__file__).with_name(f"{service}.json").write_text(text + "\n")


main(pathlib.Path(sys.argv[1]))
