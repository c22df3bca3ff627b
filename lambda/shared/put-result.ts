/**
 * Sends JSON to a URL that CloudFormation has signed.
 *
 * @throws Error without the URL, which whoever reads it could use
 */
export async function putResult(url: string, body: string): Promise<void> {
  const response = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': '' }, // the URL is signed without one
    body: Buffer.from(body),
  }).catch((error: Error & { readonly cause?: { readonly code?: string } }) => {
    throw new Error(`The result could not be sent to CloudFormation: ${error.cause?.code ?? error.name}`);
  });
  if (!response.ok) throw new Error(`CloudFormation responded with HTTP ${response.status} to the result`);
}
