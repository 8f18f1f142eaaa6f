/** "In step with service.example", for the status line. */
export function writeBridgeStatus(bridge: {
  url: string
  reason: string | null
}): string {
  const words = bridge.reason === null ? 'In step' : 'Not in step'
  return `${words} with ${readHost(bridge.url)}`
}

/** The host alone, which is what people know a service by. */
export function readHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'another service'
}
