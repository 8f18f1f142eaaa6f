import {
  buildSignatures,
  type Finding,
  type MessageFinding,
  type SafeSignature,
} from '@covault/protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Address, Hex } from 'viem'
import { useNameOf } from '../../hooks/useNameOf.js'
import { safeQuery } from '../../trust/safe.js'
import type { Signable, SignableKind } from '../../trust/signable.js'
import type { SafeScope } from '../../understand/safe/safePlace.js'
import { connectionQuery } from '../../wallet/connection.js'
import type { WalletVerbs } from '../../wallet/verbs.js'
import { ProviderRequiredError } from '../../wallet/walletErrors.js'
import { useWalletLayer } from '../../wallet/walletLayer.js'
import {
  demandWords,
  refusalWords,
  writeOpen,
  writeUnseen,
} from '../../words/demands.js'
import { findPlaceReason, type Reason } from '../act/findPlaceReason.js'
import { writeKept } from '../act/kept.js'
import { recordWrong } from '../act/recordWrong.js'
import { signAsShown } from '../act/sign.js'
import { acting } from '../act/signables/signables.js'
import { askOnlyWhile } from '../act/waiting.js'
import { Acknowledgements } from '../review/Acknowledgements.js'
import { ActButton } from '../review/ActButton.js'
import { type Demand, listDemands, useDemands } from '../review/demands.js'
import { FlowBar } from '../review/FlowBar.js'
import { useAlarm } from '../review/useAlarm.js'
import { isDanger, useUnseen } from '../review/useUnseen.js'
import { useWalletWork } from '../review/useWalletWork.js'
import { WorkError } from '../review/WorkError.js'
import classes from './BringIn.module.css'

/** Where it stands: the count at the top leads to it. */
export function toOfflineSignId(hash: Hex): string {
  return `sign-${hash}`
}

/** Signs what no chain has confirmed, once the reader has said so. */
export function OfflineSign({
  scope,
  signable,
  hash,
  findings,
  brought,
  signed,
  isCopy,
  onSigned,
}: {
  scope: SafeScope
  signable: Signable
  hash: Hex
  findings: readonly (Finding | MessageFinding)[]
  /** Others’ signatures over the hash, which are kept beside the new one. */
  brought: readonly SafeSignature[]
  signed: readonly Address[]
  /** It lay here before. */
  isCopy: boolean
  onSigned: (signature: SafeSignature) => void
}) {
  const { chain, address } = scope
  const queries = useQueryClient()
  const nameOf = useNameOf(scope)
  const demands = useDemands(hash, [
    unchecked,
    ...listDemands(signable.kind, {
      findings,
      alarm: useAlarm({ signable, hash }),
      failure: null,
      version: signable.domain.version,
      isGatewayAlone: false,
      nameOf,
    }),
  ])
  const unseen = useUnseen(hash, findings)
  const unseenDangers = unseen.filter(isDanger).length
  const wallet = useWalletLayer()
  const { data: connection } = useQuery(connectionQuery)
  const account = connection?.account ?? undefined
  const work = useWalletWork({
    about: hash,
    ask: async (_: undefined, waiting) => {
      if (!wallet || !account) throw new ProviderRequiredError()
      const asked = askOnlyWhile(waiting, wallet)
      // What was read before the network went is the best that is known.
      const last = queries.getQueryData(safeQuery(chain, address).queryKey)
      const signature = await ask({
        ...{ wallet: asked, account, signable, hash },
        next: last?.status === 'safe' ? last.safe.nonce : undefined,
      })
      const isLate = !waiting.isAwaited()
      if (!isLate || !waiting.isSettled())
        await keep(signable, { brought, signature, isLate })
      return signature
    },
    onDone: onSigned,
  })
  const findReason = (): Reason | undefined => {
    const placeReason = findPlaceReason(connection, {
      chain,
      refuse: (account) =>
        signed.includes(account) ? refusalWords.signedOffline : undefined,
    })
    if (placeReason) return placeReason
    if (unseenDangers > 0)
      return { kind: 'reason', words: writeUnseen(unseenDangers) }
    if (demands.open > 0)
      return { kind: 'reason', words: writeOpen(demands.open) }
    return undefined
  }
  return (
    <div id={toOfflineSignId(hash)} className={classes.sign} tabIndex={-1}>
      <Acknowledgements demands={demands} title="No network" />
      <ActButton
        words="Sign"
        chain={chain}
        reason={findReason()}
        isWorking={work.isPending}
        onAct={() => work.start(undefined)}
        onStop={work.stop}
      />
      <WorkError error={work.error} />
      <FlowBar
        summary={`${isCopy ? 'Saved' : 'Imported'} ${signable.kind}`}
        openDangers={demands.open}
        unseen={unseen}
        sealId={toOfflineSignId(hash)}
      />
    </div>
  )
}

const unchecked: Demand = {
  id: 'no-network',
  kind: 'tick',
  words: demandWords.noNetwork,
}

/** Whatever else the wallet signs is recorded, as in every review. */
function ask<Kind extends SignableKind>({
  wallet,
  account,
  signable,
  hash,
  next,
}: {
  wallet: WalletVerbs
  account: Address
  signable: Signable<Kind>
  hash: Hex
  /** The nonce that the safe was last known to be at. */
  next: bigint | undefined
}): Promise<SafeSignature> {
  const { chainId, safe } = signable.domain
  const nonce = acting[signable.kind].wrong.nonce(signable, next)
  return recordWrong({ chainId, safe, nonce, safeTxHash: hash, account }, () =>
    signAsShown({ wallet, account, signable, shown: hash }),
  )
}

/**
 * It is in this browser as well, with all that came valid, for when a network
 * answers again: who of the others is an owner, that will say.
 */
async function keep<Kind extends SignableKind>(
  signable: Signable<Kind>,
  {
    brought,
    signature,
    isLate,
  }: {
    brought: readonly SafeSignature[]
    signature: SafeSignature
    isLate: boolean
  },
) {
  const { chainId, safe } = signable.domain
  const at = Date.now()
  const write = (one: SafeSignature) => {
    const { signer } = one
    return { signer, signature: buildSignatures([one]), at }
  }
  const others = brought
    .filter(({ signer }) => signer !== signature.signer)
    .map((one) => ({ ...write(one), isBrought: true, isUnchecked: true }))
  const own = write(signature)
  const fields = {
    chainId,
    safe,
    isProposed: false,
    at,
    failedAt: at,
    signatures: [...others, isLate ? { ...own, isLate } : own],
  }
  // A note would be proposed as the signer's own.
  await writeKept(acting[signable.kind].kept.keep(signable, fields, ''))
}
