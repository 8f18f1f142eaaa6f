import { EmptyState } from '../ui/EmptyState.js'

/** In the place of what the configuration of a network leaves out. */
export function NotOffered({ chain }: { chain: { name: string } }) {
  return (
    <EmptyState picture="0x0405" title={`Not available on ${chain.name}`}>
      This feature is turned off in this network’s configuration.
    </EmptyState>
  )
}
