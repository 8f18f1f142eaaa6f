/** "In step with service.example", for the status line. */
export function writeBridgeStatus(bridge: {
  url: string
  status: 'ok' | 'degraded'
}): string {
  const host = readHost(bridge.url)
  return bridge.status === 'ok'
    ? `In step with ${host}`
    : `Not in step with ${host}`
}

/** The host alone, which is what people know a service by. */
export function readHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'another service'
}
