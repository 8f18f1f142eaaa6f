import { buildSignatures, type SafeSignature } from '@covault/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address, Hex } from 'viem'
import type { Signable } from '../../trust/signable.js'
import type { SafeScope } from '../../understand/safe/safePlace.js'
import { connectionQuery } from '../../wallet/connection.js'
import { ProviderRequiredError } from '../../wallet/walletErrors.js'
import { useWalletLayer } from '../../wallet/walletLayer.js'
import type { Reason } from '../act/acts.js'
import { writeKept } from '../act/kept.js'
import { signAsShown } from '../act/sign.js'
import { acting } from '../act/signables/signables.js'
import { askOnlyWhile } from '../act/waiting.js'
import { ActButton } from '../review/ActButton.js'
import { useWalletWork } from '../review/useWalletWork.js'
import { WorkError } from '../review/WorkError.js'
import classes from './BringIn.module.css'

/** Signs what no chain has confirmed, once the reader has said so. */
export function OfflineSign({
  scope: { chain },
  signable,
  hash,
  signed,
  onSigned,
}: {
  scope: SafeScope
  signable: Signable
  hash: Hex
  signed: readonly Address[]
  onSigned: (signature: SafeSignature) => void
}) {
  const [isTaken, setTaken] = useState(false)
  const wallet = useWalletLayer()
  const { data: connection } = useQuery(connectionQuery)
  const account = connection?.account ?? undefined
  const work = useWalletWork({
    about: hash,
    ask: async (_: undefined, waiting) => {
      if (!wallet || !account) throw new ProviderRequiredError()
      const asked = askOnlyWhile(waiting, wallet)
      const signature = await signAsShown({
        wallet: asked,
        account,
        signable,
        shown: hash,
      })
      await keep(signable, signature)
      return signature
    },
    onDone: onSigned,
  })
  const findReason = (): Reason | undefined => {
    if (!account) return { kind: 'connect' }
    if (signed.includes(account))
      return { kind: 'reason', words: 'You have signed. Hand it back below.' }
    if (connection?.chainId !== chain.chainId) return { kind: 'switch' }
    if (!isTaken)
      return {
        kind: 'reason',
        words: 'Acknowledge the danger above to continue.',
      }
    return undefined
  }
  return (
    <div className={classes.sign}>
      <label className={classes.danger}>
        <input
          type="checkbox"
          checked={isTaken}
          onChange={({ target }) => setTaken(target.checked)}
        />
        <span>
          Owners, nonce, contracts and effects were not checked, because no
          network answers. I compared the hash with the sender another way.
        </span>
      </label>
      <ActButton
        words="Sign"
        chain={chain}
        reason={findReason()}
        isWorking={work.isPending}
        onAct={() => work.start(undefined)}
        onStop={work.stop}
      />
      <WorkError error={work.error} />
    </div>
  )
}

/** It is in this browser as well, for when a network answers again. */
async function keep(signable: Signable, signature: SafeSignature) {
  const { chainId, safe } = signable.domain
  const at = Date.now()
  const fields = {
    chainId,
    safe,
    isProposed: false,
    at,
    failedAt: at,
    signatures: [
      {
        signer: signature.signer,
        signature: buildSignatures([signature]),
        at,
      },
    ],
  }
  await writeKept(
    signable.kind === 'message'
      ? acting.message.kept.keep(signable, fields, '')
      : acting.transaction.kept.keep(signable, fields, ''),
  )
}
