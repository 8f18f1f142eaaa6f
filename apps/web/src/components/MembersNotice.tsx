import { GatewayReplyError } from '@covault/api'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { HttpRequestError } from 'viem'
import { EmptyState } from '../ui/EmptyState.js'
import { accountQuery } from '../wallet/account.js'
import { useWalletLayer } from '../wallet/walletLayer.js'
import classes from './MembersNotice.module.css'

/** Takes the place of the page where the gateway answers nobody but members. */
export function MembersNotice() {
  const isRefused = useRefused()
  const wallet = useWalletLayer()
  const { data: account } = useQuery(accountQuery)
  if (!isRefused) return null
  return (
    <div className={classes.notice} role="alert">
      <EmptyState
        picture="0x0404"
        title="This gateway is for members."
        actions={
          <Button
            disabled={!wallet}
            onClick={account ? wallet?.openSignIn : wallet?.openConnect}
          >
            {account ? 'Sign in' : 'Connect wallet'}
          </Button>
        }
      >
        Safes are shown to their owners and proposers only.{' '}
        {account
          ? 'Sign a message to prove that your account is one of them.'
          : 'Connect the wallet of an owner or proposer, then sign in.'}
      </EmptyState>
    </div>
  )
}

/** Whether an answer is missing because nobody has signed in. */
function useRefused(): boolean {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback(
    (onChange: () => void) => cache.subscribe(onChange),
    [cache],
  )
  return useSyncExternalStore(subscribe, () =>
    cache
      .getAll()
      .some(({ state }) => state.status === 'error' && asksWho(state.error)),
  )
}

function asksWho(error: unknown): boolean {
  const isAnswer =
    error instanceof GatewayReplyError || error instanceof HttpRequestError
  if (isAnswer && error.status === 401) return true
  return error instanceof Error && asksWho(error.cause)
}
