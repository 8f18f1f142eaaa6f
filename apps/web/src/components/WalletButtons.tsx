import { Button, type ButtonProps } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ChainConfig } from '../trust/chainClient.js'
import { Remark } from '../ui/Remark.js'
import { useWalletLayer } from '../wallet/walletLayer.js'
import { describeError } from '../words/errors.js'

/** Stands in the place of an act that no wallet is there for. */
export function ConnectButton({
  act,
  ...look
}: { act: string } & Pick<ButtonProps, 'size'>) {
  const wallet = useWalletLayer()
  return (
    <Button
      {...look}
      fullWidth
      disabled={!wallet}
      onClick={() => wallet?.openConnect()}
    >
      Connect a wallet to {act}
    </Button>
  )
}

/** The same while the wallet is on another network. */
export function SwitchButton({
  chain,
  ...look
}: { chain: ChainConfig } & Pick<ButtonProps, 'size'>) {
  const wallet = useWalletLayer()
  const change = useMutation({
    mutationFn: async () => wallet?.switchChain(chain.chainId),
  })
  return (
    <>
      <Button
        {...look}
        fullWidth
        loading={change.isPending}
        onClick={() => change.mutate()}
      >
        Switch wallet to {chain.name}
      </Button>
      {change.error && (
        <Remark kind="danger" role="alert">
          {describeError(change.error)}
        </Remark>
      )}
    </>
  )
}
