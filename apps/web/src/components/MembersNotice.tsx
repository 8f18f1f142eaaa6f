import { GatewayReplyError } from '@covault/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { useSafeScope } from '../hooks/scope.js'
import { formatAddress } from '../lib/formatAddress.js'
import { paths } from '../lib/paths.js'
import { EmptyState } from '../ui/EmptyState.js'
import { LinkButton } from '../ui/LinkButton.js'
import { accountQuery } from '../wallet/account.js'
import classes from './MembersNotice.module.css'
import { SignInButton } from './SignInButton.js'

/** Takes the place of the page where the gateway answers nobody but members. */
export function MembersNotice() {
  const refusal = useRefusal()
  const scope = useSafeScope()
  if (refusal === 401) return <Strangers />
  return refusal === 403 && scope ? <Outsiders /> : null
}

function Strangers() {
  const { data: account } = useQuery(accountQuery)
  return (
    <div className={classes.notice} role="alert">
      <EmptyState
        picture="0x0404"
        title="This gateway is for members."
        actions={<SignInButton />}
      >
        Safes are shown to their owners and proposers only.{' '}
        {account
          ? 'Sign a message to prove that your account is one of them.'
          : 'Connect the wallet of an owner or proposer, then sign in.'}
      </EmptyState>
    </div>
  )
}

function Outsiders() {
  const { data: account } = useQuery(accountQuery)
  return (
    <div className={classes.notice} role="alert">
      <EmptyState
        picture="0x0404"
        title="Only members can see this safe."
        actions={<LinkButton to={paths.accounts}>Go to accounts</LinkButton>}
      >
        {account
          ? `Your account ${formatAddress(account, { digits: 4 })}`
          : 'The account you signed in with'}{' '}
        is neither an owner nor a proposer of this safe. To open it, sign in
        with an account that is.
      </EmptyState>
    </div>
  )
}

/** Why the page lacks an answer of the gateway’s: nobody is signed in, or the wrong account. */
function useRefusal(): 401 | 403 | undefined {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback(
    // The cache also speaks while something is rendered.
    (onChange: () => void) => cache.subscribe(() => queueMicrotask(onChange)),
    [cache],
  )
  return useSyncExternalStore(subscribe, () => {
    const refusals = cache
      .getAll()
      .filter((query) => query.isActive() && query.state.status === 'error')
      .map(({ state }) => readStatus(state.error))
    return ([401, 403] as const).find((status) => refusals.includes(status))
  })
}

function readStatus(error: unknown): number | undefined {
  return error instanceof GatewayReplyError ? error.status : undefined
}
