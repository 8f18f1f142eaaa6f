import { getNetworkOutline } from '../ui/drawn/networkOutline.js'
import classes from './Networks.module.css'

type Chain = { chainId: number; name: string }

/** The networks an account lives on; their number where there are several. */
export function Networks({ chains }: { chains: readonly Chain[] }) {
  const [only] = chains
  const text =
    chains.length === 1 && only ? only.name : `${chains.length} networks`
  const names = chains.map(({ name }) => name).join(', ')
  return (
    <span className={classes.network} title={names}>
      {chains.map(({ chainId }) => (
        <NetworkGlyph key={chainId} chainId={chainId} />
      ))}
      {text}
    </span>
  )
}

function NetworkGlyph({ chainId }: { chainId: number }) {
  return (
    <svg
      width="14"
      height="14"
      viewBox="0 0 14 14"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      aria-hidden="true"
    >
      <path d={getNetworkOutline(chainId)} />
    </svg>
  )
}
