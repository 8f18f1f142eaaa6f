import type { AppConfig } from '@covault/api'
import { useDocumentTitle } from '@mantine/hooks'
import { useQueries, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { appConfigQuery } from '../../queries/appConfig.js'
import { safesQuery } from '../../trust/safes.js'
import { PageHead } from '../../ui/PageHead.js'
import { accountQuery } from '../../wallet/account.js'
import { AccountSection, LoadingSection } from './AccountSection.js'
import { ChainBanner } from './ChainBanner.js'
import { groupAccounts } from './groupAccounts.js'
import { NoAccounts } from './NoAccounts.js'
import { summarise } from './summarise.js'
import { UnreadableAccounts } from './UnreadableAccounts.js'

export function AccountsScreen() {
  useDocumentTitle('Accounts · Covault')
  const { data: config } = useSuspenseQuery(appConfigQuery)
  const { data: account } = useQuery(accountQuery)
  const states = useChainStates(config)
  const { demo, found } = groupAccounts({
    states,
    demoSafes: config.demo?.safes ?? [],
  })
  const failed = states.filter(({ error }) => error)
  const isPending = states.some(({ safes, error }) => !safes && !error)
  const isUnreadable =
    failed.length > 0 && states.every(({ safes, error }) => !safes && error)
  const isEmpty = demo.length + found.length === 0
  return (
    <>
      <PageHead title="Accounts">
        {summarise({ states, groups: [...demo, ...found] })}
      </PageHead>
      {isUnreadable && (
        <UnreadableAccounts
          states={failed}
          onRetry={() => Promise.all(failed.map(({ retry }) => retry()))}
        />
      )}
      {!isUnreadable &&
        failed.map((state) => (
          <ChainBanner
            key={state.chain.chainId}
            state={state}
            onRetry={state.retry}
          />
        ))}
      {!isUnreadable && demo.length > 0 && (
        <AccountSection
          title="Demo safes"
          note="made with the local chains, to try things out"
          groups={demo}
          account={account}
        />
      )}
      {!isUnreadable && found.length > 0 && (
        <AccountSection
          title="Found on chain"
          note="made through a published Safe factory, newest first"
          groups={found}
          account={account}
        />
      )}
      {isEmpty && isPending && <LoadingSection />}
      {isEmpty && !isPending && !isUnreadable && (
        <NoAccounts chains={config.chains} />
      )}
    </>
  )
}

function useChainStates({ chains, demo }: AppConfig) {
  const results = useQueries({
    queries: chains.map((chain) =>
      safesQuery(chain, {
        known: (demo?.safes ?? [])
          .filter(({ chainId }) => chainId === chain.chainId)
          .map(({ address }) => address),
      }),
    ),
  })
  return results.flatMap(({ data, error, refetch }, index) => {
    const chain = chains[index]
    return chain ? { chain, safes: data, error, retry: refetch } : []
  })
}
