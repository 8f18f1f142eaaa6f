import type { ChainConfig } from '../../trust/chainClient.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { Seal } from '../../ui/Seal.js'
import { SectionHead } from '../../ui/SectionHead.js'

const decoration = ['0x11', '0x07', '0x2a'] as const

export function NoAccounts({ chains }: { chains: readonly ChainConfig[] }) {
  const names = chains.map(({ name }) => name).join(' and ')
  return (
    <section aria-labelledby="safes">
      <SectionHead id="safes" title="Safes" />
      <EmptyState
        picture={decoration.map((seed) => (
          <Seal key={seed} address={seed} state="open" size={72} />
        ))}
        title={chains.length > 0 ? 'No safe here yet.' : 'No network yet.'}
      >
        {chains.length > 0
          ? `A safe made on ${names} appears here within a few seconds, with its owners, its threshold and its nonce.`
          : 'Name at least one network in covault.config.json and start again.'}
      </EmptyState>
    </section>
  )
}
