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

/** One outline per chain id, so that networks can be told apart at a glance. */
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
      <path d={outlines[chainId % outlines.length]} />
    </svg>
  )
}

const outlines = [
  'M7 1.5 12.5 12h-11z',
  'M7 1 11.5 7 7 13 2.5 7z',
  'M1.7 7a5.3 5.3 0 1 0 10.6 0a5.3 5.3 0 1 0-10.6 0zM1.7 7h7',
  'M2 2h10v10H2zM2 2l10 10',
  'M4 2h6l3 5-3 5H4L1 7z',
]
