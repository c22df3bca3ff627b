"""Resource types that moto supports in its services, but not in its CloudFormation."""

import json

import boto3
from botocore.exceptions import ClientError
from moto.core.common_models import CloudFormationModel


class ServiceResource(CloudFormationModel):
    """A resource that is created with a request to a service of moto. botocore validates the parameters."""

    url: str  # URL of the emulator
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
        resource = cls(properties.get(cls.name_property, name), properties)
        resource.call(region, cls.create_operation, resource.creation_parameters())
        return resource

    @classmethod
    def update_from_cloudformation_json(
        cls, original_resource, new_resource_name, cloudformation_json, account_id, region_name
    ):
        resource = cls.create_from_cloudformation_json(
            original_resource.name, cloudformation_json, account_id, region_name
        )
        if resource.deletion_parameters() != original_resource.deletion_parameters():  # a different name is a different resource
            original_resource.delete(account_id, region_name)
        return resource

    def delete(self, account, region):
        self.call(region, self.delete_operation, self.deletion_parameters())

    def call(self, region, operation, parameters):
        credentials = {"aws_access_key_id": "nobody", "aws_secret_access_key": "nothing"}
        client = boto3.client(self.service, endpoint_url=self.url, region_name=region, **credentials)
        getattr(client, operation)(**parameters)

    def creation_parameters(self):
        return self.properties

    def deletion_parameters(self):
        return {self.name_property: self.properties[self.name_property]}


class Alarm(ServiceResource):
    type = "AWS::CloudWatch::Alarm"
    name_property = "AlarmName"
    service = "cloudwatch"
    create_operation = "put_metric_alarm"
    delete_operation = "delete_alarms"

    def deletion_parameters(self):
        return {"AlarmNames": [self.properties["AlarmName"]]}

    def get_cfn_attribute(self, attribute):
        return f"arn:aws:cloudwatch:us-east-1:123456789012:alarm:{self.properties['AlarmName']}"


class RecordedResource(CloudFormationModel):
    """A resource that the emulator only records, without creating it."""

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


class CompositeAlarm(RecordedResource):
    """moto does not support composite alarms."""

    type = "AWS::CloudWatch::CompositeAlarm"


class BucketPolicy(RecordedResource):
    """The policy would reject all requests, because requests to the emulator are not encrypted."""

    type = "AWS::S3::BucketPolicy"


class ScalableTarget(ServiceResource):
    type = "AWS::ApplicationAutoScaling::ScalableTarget"
    service = "application-autoscaling"
    create_operation = "register_scalable_target"
    delete_operation = "deregister_scalable_target"

    @property
    def physical_resource_id(self):
        return "|".join(self.properties[name] for name in ("ResourceId", "ScalableDimension", "ServiceNamespace"))

    def deletion_parameters(self):
        return {name: self.properties[name] for name in ("ResourceId", "ScalableDimension", "ServiceNamespace")}


class ScalingPolicy(ServiceResource):
    type = "AWS::ApplicationAutoScaling::ScalingPolicy"
    name_property = "PolicyName"
    service = "application-autoscaling"
    create_operation = "put_scaling_policy"
    delete_operation = "delete_scaling_policy"

    def creation_parameters(self):
        properties = dict(self.properties)
        target = properties.pop("ScalingTargetId").split("|")
        return {**dict(zip(("ResourceId", "ScalableDimension", "ServiceNamespace"), target)), **properties}

    def deletion_parameters(self):
        names = ("PolicyName", "ResourceId", "ScalableDimension", "ServiceNamespace")
        return {name: self.creation_parameters()[name] for name in names}

    def delete(self, account, region):
        """A Lambda function deletes replaced policies. CloudFormation does not fail if a policy is already deleted."""
        try:
            super().delete(account, region)
        except ClientError as error:
            if "No scaling policy found" not in str(error):  # AWS returns ObjectNotFoundException
                raise


class ManagedPolicy(ServiceResource):
    """Replaces the managed policy of moto, which is never detached, so roles with the policy cannot be deleted."""

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

    def creation_parameters(self):
        optional = {name: self.properties[name] for name in ("Path", "Description") if name in self.properties}
        document = json.dumps(self.properties["PolicyDocument"])
        return {"PolicyName": self.properties["ManagedPolicyName"], "PolicyDocument": document, **optional}

    def deletion_parameters(self):
        return {"PolicyArn": self.physical_resource_id}


class MetricFilter(ServiceResource):
    type = "AWS::Logs::MetricFilter"
    name_property = "FilterName"
    service = "logs"
    create_operation = "put_metric_filter"
    delete_operation = "delete_metric_filter"

    def creation_parameters(self):
        return lower_first(self.properties)

    def deletion_parameters(self):
        return {name: self.creation_parameters()[name] for name in ("logGroupName", "filterName")}


def lower_first(value):
    if isinstance(value, list):
        return [lower_first(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {name[0].lower() + name[1:]: lower_first(item) for name, item in value.items()}
