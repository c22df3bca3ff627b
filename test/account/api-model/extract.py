"""
Writes the constraints of the operations that the simulated account validates, from botocore's API models:

    python3 test/account/api-model/extract.py <botocore's folder "data">
"""

import gzip
import json
import pathlib
import sys

OPERATIONS = {
    "sagemaker": {
        "sagemaker/2017-07-24": [
            "AddTags", "CreateEndpoint", "CreateEndpointConfig", "CreateModel", "CreateProcessingJob", "CreateTrainingJob",
            "DeleteEndpoint", "DeleteEndpointConfig", "DeleteModel", "DeleteTags", "DescribeEndpoint",
            "DescribeEndpointConfig", "DescribeModel", "DescribeProcessingJob", "DescribeTrainingJob", "ListEndpoints", "ListTags",
            "StopProcessingJob", "StopTrainingJob", "UpdateEndpoint", "UpdateEndpointWeightsAndCapacities",
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
    "servicequotas": {
        "service-quotas/2019-06-24": ["ListAWSDefaultServiceQuotas", "ListServiceQuotas"],
    },
    "cloudformation": {"cloudformation/2010-05-15": ["DescribeStacks"]},
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
            "AddPermission", "DeleteFunction", "DeleteFunctionEventInvokeConfig", "Invoke", "PutFunctionEventInvokeConfig",
            "RemovePermission",
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


def pruned(shape: dict) -> dict:
    kept = {name: shape[name] for name in CONSTRAINTS if name in shape}
    if "members" in shape:
        kept["members"] = {name: member["shape"] for name, member in shape["members"].items()}
    for part in ["member", "key", "value"]:
        if part in shape:
            kept[part] = shape[part]["shape"]
    return kept


def reach(name: str, model: dict, shapes: dict) -> None:
    if name in shapes:
        return
    shapes[name] = pruned(model["shapes"][name])
    below = shapes[name]
    for other in [*below.get("members", {}).values(), below.get("member"), below.get("key"), below.get("value")]:
        if other:
            reach(other, model, shapes)


def main(data: pathlib.Path) -> None:
    for service, models in OPERATIONS.items():
        operations: dict = {}
        shapes: dict = {}
        for folder, names in models.items():
            with gzip.open(data / folder / "service-2.json.gz") as file:
                model = json.load(file)
            prefix = {}
            for name in names:
                prefix[name] = model["operations"][name]["input"]["shape"]
                reach(prefix[name], model, shapes)
            operations.update(prefix)
        text = json.dumps({"operations": operations, "shapes": shapes}, indent=1, sort_keys=True)
        pathlib.Path(__file__).with_name(f"{service}.json").write_text(text + "\n")


main(pathlib.Path(sys.argv[1]))
