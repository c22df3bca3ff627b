/** Why an instance did not start. The text becomes the endpoint's FailureReason. */
export class StartFailure extends Error {}
