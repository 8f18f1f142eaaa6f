import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useAppConfig } from '../../hooks/useAppConfig.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { EmptyState } from '../../ui/EmptyState.js'
import { PageHead } from '../../ui/PageHead.js'
import { connectionQuery } from '../../wallet/connection.js'
import { CreateForm } from './CreateForm.js'
import { CreationProgress } from './CreationProgress.js'
import { createDraft, type Draft, draftQuery } from './draft.js'
import { draftStore } from './draftStore.js'

export function CreateSafeScreen() {
  useDocumentTitle('Create a safe · Covault')
  const { chains } = useAppConfig()
  const { data: connection } = useQuery(connectionQuery)
  const { data: kept } = useQuery(draftQuery)
  const { chain: wanted } = useSearch({ strict: false })
  const first =
    chains.find(({ shortName }) => shortName === wanted) ??
    chains.find(({ chainId }) => chainId === connection?.chainId) ??
    chains[0]
  if (!first)
    return (
      <>
        <PageHead title="Create a safe" />
        <EmptyState picture="0x11" title="No network configured.">
          Add at least one network to covault.config.json, then restart the
          gateway.
        </EmptyState>
      </>
    )
  // Until the browser has looked for a draft there is nothing to show.
  if (kept === undefined) return <PageHead title="Create a safe" />
  const isServed = chains.some(({ chainId }) => chainId === kept?.chainId)
  return (
    <CreateSafe
      chains={chains}
      kept={isServed ? kept : null}
      fresh={createDraft(first.chainId)}
    />
  )
}

function CreateSafe({
  chains,
  kept,
  fresh,
}: {
  chains: readonly ChainConfig[]
  kept: Draft | null
  fresh: Draft
}) {
  const [draft, setDraft] = useState(kept ?? fresh)
  const [isKept, setKept] = useState(kept !== null)
  const chain = chains.find(({ chainId }) => chainId === draft.chainId)
  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part }
    const written = draftStore.write(next)
    // A reload must not forget what was sent: it is kept before it is shown.
    if (part.sent) void written.then(() => setDraft(next))
    else setDraft(next)
  }
  const startOver = () => {
    setDraft(fresh)
    setKept(false)
    void draftStore.remove()
  }
  if (!chain) return null
  return (
    <>
      <PageHead
        title="Create a safe"
        actions={
          isKept &&
          !draft.sent && (
            <Button variant="default" size="xs" onClick={startOver}>
              Start over
            </Button>
          )
        }
      >
        {isKept && !draft.sent && 'draft restored'}
      </PageHead>
      {draft.sent ? (
        <CreationProgress
          chain={chain}
          draft={draft}
          sent={draft.sent}
          onRetry={() => change({ sent: null })}
          onStartOver={startOver}
        />
      ) : (
        <CreateForm
          chains={chains}
          chain={chain}
          draft={draft}
          onChange={change}
        />
      )}
    </>
  )
}
