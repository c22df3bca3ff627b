from aws_cdk import Duration, Stack
from cdk_sagemaker_triton import InstanceType, LatencyObjective, TritonRealtimeEndpoint
from constructs import Construct

from model import model


class ServingStack(Stack):
    def __init__(self, scope: Construct, construct_id: str, **kwargs) -> None:
        super().__init__(scope, construct_id, **kwargs)
        TritonRealtimeEndpoint(
            self,
            "Endpoint",
            model=model,
            instance_type=InstanceType.G4_DN_XLARGE,  # one T4
            latency_objective=LatencyObjective.p99(Duration.seconds(1)),  # alarms and rollbacks use this objective
        )
