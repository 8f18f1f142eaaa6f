import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSafeScope } from '../../hooks/scope.js'
import { useAppConfig } from '../../hooks/useAppConfig.js'
import { Status } from '../../ui/Status.js'
import { showToast } from '../../ui/toasts.js'
import { connectionQuery, describeChain } from '../../wallet/connection.js'
import {
  UserRejectedError,
  type WalletError,
} from '../../wallet/walletErrors.js'
import { usePresentWalletLayer } from '../../wallet/walletLayer.js'
import classes from './NetworkLine.module.css'

/** The wallet is on another network; where there is room, its button says so. */
export function NetworkLine() {
  const scope = useSafeScope()
  const { chains } = useAppConfig()
  const { data: connection } = useQuery(connectionQuery)
  const wallet = usePresentWalletLayer()
  const change = useMutation({
    mutationFn: async (chainId: number) => wallet?.switchChain(chainId),
    onError: (error: WalletError) => {
      if (error instanceof UserRejectedError) return
      showToast({ kind: 'error', text: error.message })
    },
  })
  const chainId = connection?.account ? connection.chainId : null
  if (!scope || chainId === null || chainId === scope.chain.chainId) return null
  return (
    <div className={classes.line} role="status">
      <Status kind="warn" isSentence>
        Your wallet is on {describeChain(chains, chainId).name}. This safe is on{' '}
        {scope.chain.name}.
      </Status>
      <Button
        size="xs"
        variant="default"
        loading={change.isPending}
        disabled={!wallet}
        onClick={() => change.mutate(scope.chain.chainId)}
      >
        Switch
      </Button>
    </div>
  )
}
