from aws_cdk import App, Duration, Stack
from aws_cdk.aws_ec2 import (
    GatewayVpcEndpointAwsService,
    GatewayVpcEndpointOptions,
    InterfaceVpcEndpointAwsService,
    SubnetConfiguration,
    SubnetSelection,
    SubnetType,
    Vpc,
)
from aws_cdk.aws_kms import Key
from cdk_sagemaker_triton import (
    DataCaptureOptions,
    InstanceType,
    MonitoringOptions,
    TritonModel,
    TritonRealtimeEndpoint,
)

app = App()
stack = Stack(app, "Private")
key = Key(stack, "Key", enable_key_rotation=True)
vpc = Vpc(stack, "Vpc",
    nat_gateways=0,
    subnet_configuration=[SubnetConfiguration(name="Isolated", subnet_type=SubnetType.PRIVATE_ISOLATED)],
    gateway_endpoints={"S3": GatewayVpcEndpointOptions(service=GatewayVpcEndpointAwsService.S3)}
)
vpc.add_flow_log("FlowLog")
vpc.add_interface_endpoint("Ecr", service=InterfaceVpcEndpointAwsService.ECR)
vpc.add_interface_endpoint("EcrDocker", service=InterfaceVpcEndpointAwsService.ECR_DOCKER)
vpc.add_interface_endpoint("Logs", service=InterfaceVpcEndpointAwsService.CLOUDWATCH_LOGS)
TritonRealtimeEndpoint(stack, "Endpoint",
    model=TritonModel.from_directory("model-artifacts/image-classifier/onnx",
        name="image-classifier",
        max_batch_size=16
    ),
    instance_type=InstanceType.G5_XLARGE,  # no encryptionKey: the hardware encrypts the NVMe drive
    instance_count=2,
    vpc=vpc,
    vpc_subnets=SubnetSelection(subnet_type=SubnetType.PRIVATE_ISOLATED),
    network_isolation=True,
    data_capture=DataCaptureOptions(sampling_percentage=10, encryption_key=key, expiration=Duration.days(90)),
    monitoring=MonitoringOptions(log_encryption_key=key)
)

app.synth()
