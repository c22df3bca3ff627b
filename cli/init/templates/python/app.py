from aws_cdk import App

from serving_stack import ServingStack

app = App()
ServingStack(app, "MyModelServing")
app.synth()
