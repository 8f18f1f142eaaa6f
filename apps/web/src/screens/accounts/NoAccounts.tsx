import { Button } from '@mantine/core'
import type { ChainConfig } from '../../trust/chainClient.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { Seal } from '../../ui/Seal.js'
import { Section } from '../../ui/Section.js'
import type { AccountFilter } from './arrangeAccounts.js'

const decoration = ['0x11', '0x07', '0x2a'] as const

export function NoAccounts({ chains }: { chains: readonly ChainConfig[] }) {
  return (
    <Section title="Safes">
      <EmptyState
        picture={decoration.map((seed) => (
          <Seal key={seed} address={seed} state="open" size={72} />
        ))}
        title={chains.length > 0 ? 'No safe here yet.' : 'No network yet.'}
      >
        {explain(chains)}
      </EmptyState>
    </Section>
  )
}

/** There are accounts, but none that fits what was asked for. */
export function NothingFound({
  query,
  filter,
  onShowAll,
}: {
  query: string
  filter: AccountFilter
  onShowAll: () => void
}) {
  const { title, text } = describeNothing(query, filter)
  return (
    <EmptyState
      picture="0x11"
      title={title}
      actions={<Button onClick={onShowAll}>Show all accounts</Button>}
    >
      {text}
    </EmptyState>
  )
}

function describeNothing(query: string, filter: AccountFilter) {
  if (query || filter === 'all')
    return {
      title: 'No account fits.',
      text: 'Names, addresses and networks are searched. A safe that is not in the list can be loaded by its address.',
    }
  if (filter === 'owned')
    return {
      title: 'No safe of yours.',
      text: 'Safes of which the connected wallet is an owner stand here. Connect another wallet, or create a safe.',
    }
  return {
    title: 'No safe is watched.',
    text: 'A safe that you load by its address, without being one of its owners, stands here.',
  }
}

function explain(chains: readonly ChainConfig[]): string {
  if (chains.length === 0)
    return 'Name at least one network in covault.config.json and start again.'
  const local = chains.filter((chain) => chain.local)
  if (local.length > 0)
    return `A safe made on ${listNames(local)} appears here within a few seconds, with its owners and its threshold.`
  return 'Connect a wallet to see the safes it owns, load one by its address, or create a new one.'
}

function listNames(chains: readonly ChainConfig[]): string {
  return chains.map(({ name }) => name).join(' and ')
}
