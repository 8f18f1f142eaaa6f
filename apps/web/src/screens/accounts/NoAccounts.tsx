import { Button } from '@mantine/core'
import { listWords } from '../../lib/formatCount.js'
import { paths } from '../../lib/paths.js'
import { isFromFolder } from '../../lib/servedFrom.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { Seal } from '../../ui/drawn/Seal.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { LinkButton } from '../../ui/LinkButton.js'
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
        title={chains.length > 0 ? 'No safes yet.' : 'No network configured.'}
        actions={
          chains.length === 0 &&
          isFromFolder() && (
            <LinkButton to={paths.environment}>Add a network</LinkButton>
          )
        }
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
      actions={<Button onClick={onShowAll}>Show all safes</Button>}
    >
      {text}
    </EmptyState>
  )
}

function describeNothing(query: string, filter: AccountFilter) {
  if (query || filter === 'all')
    return {
      title: 'No matching accounts',
      text: 'Search by name, address or network. To add a safe that isn’t listed, load it by its address.',
    }
  if (filter === 'owned')
    return {
      title: 'You own no safes.',
      text: 'Safes that the connected wallet owns appear here. Connect another wallet, or create a safe.',
    }
  return {
    title: 'No watched safes.',
    text: 'Safes that you load without being an owner appear here.',
  }
}

function explain(chains: readonly ChainConfig[]): string {
  if (chains.length === 0 && isFromFolder())
    return 'Add one in the settings, or list networks in the file chains.json beside this page.'
  if (chains.length === 0)
    return 'Add at least one network to covault.config.json, then restart the gateway.'
  const local = chains.filter((chain) => chain.local)
  if (local.length > 0)
    return `A safe created on ${listNames(local)} appears here within a few seconds, with its owners and its threshold.`
  return 'Connect a wallet to see the safes it owns, load one by its address, or create a new one.'
}

function listNames(chains: readonly ChainConfig[]): string {
  return listWords(chains.map(({ name }) => name))
}
