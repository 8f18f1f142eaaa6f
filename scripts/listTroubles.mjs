/** What of the networks cannot be read, in words, by what the gateway says. */
export async function listTroubles(url) {
  const health = await fetch(`${url}/health/ready`, {
    signal: AbortSignal.timeout(10_000),
  }).then(
    (reply) => reply.json(),
    () => ({}),
  )
  const troubled = (health.chains ?? []).filter(({ status }) => status !== 'ok')
  return troubled.map(
    ({ chainId, reason }) => `Chain ${chainId} can’t be read: ${reason}`,
  )
}
