import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import {
  type SentExecution,
  sentExecutions,
} from '../../preferences/sentExecutions.js'
import { createChainClient } from '../../trust/chainClient.js'
import { Remark } from '../../ui/Remark.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { useWalletLayer } from '../../wallet/walletLayer.js'
import { describeError } from '../../words/errors.js'
import { assertSent } from '../act/assertSent.js'
import { estimateExecution, raiseFees } from '../act/execute.js'
import { toRequest } from '../act/sendExecution.js'
import { assertPlace } from '../act/sign.js'

/** The same call again, at the same place of the sender's, for more. */
export function SpeedUp({
  place: { chain },
  sent,
  onSent,
}: {
  place: SafePlace
  sent: SentExecution
  onSent: (sent: SentExecution) => void
}) {
  const wallet = useWalletLayer()
  const again = useMutation({
    mutationFn: async () => {
      if (!wallet) return
      const { chainId, from, to, data, senderNonce } = sent
      await assertPlace(wallet, { account: from, chainId })
      const client = createChainClient(chain)
      await assertSent(client, sent)
      const { gas, fees } = await estimateExecution(client, {
        chain,
        execution: { to, data },
        sender: from,
      })
      const transactionHash = await wallet.sendTransaction({
        chainId,
        to,
        data,
        nonce: senderNonce,
        ...toRequest({ gas, fees: raiseFees(fees) }),
      })
      const earlier = [...(sent.earlier ?? []), sent.transactionHash]
      const next = { transactionHash, earlier, at: Date.now() }
      for (const { name, value } of await sentExecutions.list())
        if (value.transactionHash === sent.transactionHash)
          await sentExecutions.write(name, { ...value, ...next })
      onSent({ ...sent, ...next })
    },
  })
  return (
    <>
      <Button
        variant="default"
        disabled={!wallet}
        loading={again.isPending}
        onClick={() => again.mutate()}
      >
        Speed up
      </Button>
      {again.error && (
        <Remark kind="danger" role="alert">
          {describeError(again.error)}
        </Remark>
      )}
    </>
  )
}
