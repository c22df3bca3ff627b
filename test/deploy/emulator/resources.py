"""Resource types that moto has a service for, but that its CloudFormation passes over."""

import json

import boto3
from botocore.exceptions import ClientError
from moto.core.common_models import CloudFormationModel


class Served(CloudFormationModel):
    """A resource that is made by asking moto's own service, after botocore's check of the parameters."""

    url: str  # of this server
    type = ""
    name_property = ""
    service: str
    create_operation: str
    delete_operation: str

    def __init__(self, name, properties):
        self.name, self.properties = name, properties

    @property
    def physical_resource_id(self):
        return self.name

    @classmethod
    def cloudformation_type(cls):
        return cls.type

    @classmethod
    def cloudformation_name_type(cls):
        return cls.name_property

    @classmethod
    def create_from_cloudformation_json(cls, name, template, account, region, **_):
        properties = dict(template["Properties"])
        if cls.name_property:
            properties.setdefault(cls.name_property, name)
        made = cls(properties.get(cls.name_property, name), properties)
        made.call(region, cls.create_operation, made.to_create())
        return made

    @classmethod
    def update_from_cloudformation_json(
        cls, original_resource, new_resource_name, cloudformation_json, account_id, region_name
    ):
        made = cls.create_from_cloudformation_json(
            original_resource.name, cloudformation_json, account_id, region_name
        )
        if made.to_delete() != original_resource.to_delete():  # another name is another resource
            original_resource.delete(account_id, region_name)
        return made

    def delete(self, account, region):
        self.call(region, self.delete_operation, self.to_delete())

    def call(self, region, operation, parameters):
        credentials = {"aws_access_key_id": "nobody", "aws_secret_access_key": "nothing"}
        client = boto3.client(self.service, endpoint_url=self.url, region_name=region, **credentials)
        getattr(client, operation)(**parameters)

    def to_create(self):
        return self.properties

    def to_delete(self):
        return {self.name_property: self.properties[self.name_property]}


class Alarm(Served):
    type = "AWS::CloudWatch::Alarm"
    name_property = "AlarmName"
    service = "cloudwatch"
    create_operation = "put_metric_alarm"
    delete_operation = "delete_alarms"

    def to_delete(self):
        return {"AlarmNames": [self.properties["AlarmName"]]}

    def get_cfn_attribute(self, attribute):
        return f"arn:aws:cloudwatch:us-east-1:123456789012:alarm:{self.properties['AlarmName']}"


class Recorded(CloudFormationModel):
    """A resource that only has a name here."""

    type = ""

    def __init__(self, name):
        self.physical_resource_id = f"recorded:{name}"

    @classmethod
    def cloudformation_type(cls):
        return cls.type

    @classmethod
    def cloudformation_name_type(cls):
        return ""

    def get_cfn_attribute(self, attribute):
        return f"arn:aws:{self.physical_resource_id}"

    @classmethod
    def create_from_cloudformation_json(cls, name, template, account, region, **_):
        return cls(name)

    @classmethod
    def update_from_cloudformation_json(cls, original_resource, **_):
        return original_resource

    def delete(self, account, region):
        pass


class CompositeAlarm(Recorded):
    """moto has no such alarm."""

    type = "AWS::CloudWatch::CompositeAlarm"


class BucketPolicy(Recorded):
    """It refuses what is not encrypted, and nothing is on this machine."""

    type = "AWS::S3::BucketPolicy"


class EventInvokeConfig(Recorded):
    """No invocation is repeated on this machine."""

    type = "AWS::Lambda::EventInvokeConfig"


class ScalableTarget(Served):
    type = "AWS::ApplicationAutoScaling::ScalableTarget"
    service = "application-autoscaling"
    create_operation = "register_scalable_target"
    delete_operation = "deregister_scalable_target"

    @property
    def physical_resource_id(self):
        return "|".join(self.properties[name] for name in ("ResourceId", "ScalableDimension", "ServiceNamespace"))

    def to_delete(self):
        return {name: self.properties[name] for name in ("ResourceId", "ScalableDimension", "ServiceNamespace")}


class ScalingPolicy(Served):
    type = "AWS::ApplicationAutoScaling::ScalingPolicy"
    name_property = "PolicyName"
    service = "application-autoscaling"
    create_operation = "put_scaling_policy"
    delete_operation = "delete_scaling_policy"

    def to_create(self):
        properties = dict(self.properties)
        target = properties.pop("ScalingTargetId").split("|")
        return {**dict(zip(("ResourceId", "ScalableDimension", "ServiceNamespace"), target)), **properties}

    def to_delete(self):
        names = ("PolicyName", "ResourceId", "ScalableDimension", "ServiceNamespace")
        return {name: self.to_create()[name] for name in names}

    def delete(self, account, region):
        """A function deletes policies that are replaced. For CloudFormation, a policy that is gone is deleted."""
        try:
            super().delete(account, region)
        except ClientError as error:
            if "No scaling policy found" not in str(error):  # AWS has ObjectNotFoundException
                raise


class ManagedPolicy(Served):
    """moto's own is never detached, so that its roles cannot be deleted."""

    type = "AWS::IAM::ManagedPolicy"
    name_property = "ManagedPolicyName"
    service = "iam"
    create_operation = "create_policy"
    delete_operation = "delete_policy"

    @property
    def physical_resource_id(self):
        path = self.properties.get("Path", "/")
        return f"arn:aws:iam::123456789012:policy{path}{self.properties['ManagedPolicyName']}"

    def call(self, region, operation, parameters):
        roles = [{"RoleName": role, "PolicyArn": self.physical_resource_id} for role in self.properties["Roles"]]
        if operation == self.create_operation:
            super().call(region, operation, parameters)
            for attachment in roles:
                super().call(region, "attach_role_policy", attachment)
        else:
            for attachment in roles:
                super().call(region, "detach_role_policy", attachment)
            super().call(region, operation, parameters)

    def to_create(self):
        optional = {name: self.properties[name] for name in ("Path", "Description") if name in self.properties}
        document = json.dumps(self.properties["PolicyDocument"])
        return {"PolicyName": self.properties["ManagedPolicyName"], "PolicyDocument": document, **optional}

    def to_delete(self):
        return {"PolicyArn": self.physical_resource_id}


class MetricFilter(Served):
    type = "AWS::Logs::MetricFilter"
    name_property = "FilterName"
    service = "logs"
    create_operation = "put_metric_filter"
    delete_operation = "delete_metric_filter"

    def to_create(self):
        return lower_first(self.properties)

    def to_delete(self):
        return {name: self.to_create()[name] for name in ("logGroupName", "filterName")}


def lower_first(value):
    if isinstance(value, list):
        return [lower_first(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {name[0].lower() + name[1:]: lower_first(item) for name, item in value.items()}
