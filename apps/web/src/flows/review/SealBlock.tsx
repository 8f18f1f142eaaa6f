import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Address } from 'viem'
import {
  chosenAct,
  isRemembered,
  type RememberedAct,
} from '../../preferences/chosenAct.js'
import { usePreference } from '../../preferences/preference.js'
import { isGatewaysWord } from '../../trust/provenance.js'
import type { SafeState } from '../../trust/safe.js'
import type { Signable, SignableKind } from '../../trust/signable.js'
import { checkQuery } from '../../understand/assess/checkQuery.js'
import { isAtGateway } from '../../understand/assess/claim.js'
import { connectionQuery } from '../../wallet/connection.js'
import { useRole } from '../../wallet/role.js'
import { useWalletLayer } from '../../wallet/walletLayer.js'
import { findReason, listActs } from '../act/acts.js'
import { assertSameSources, ChangedMeanwhileError } from '../act/check.js'
import type { FeeChoice, FeeEdit } from '../act/feeChoice.js'
import { performAct } from '../act/performAct.js'
import { acting } from '../act/signables/signables.js'
import type { Act } from '../act/work.js'
import { listDemands, useDemands } from './demands.js'
import { FeeFields } from './FeeFields.js'
import { areNamesAsPinned } from './pinned.js'
import type { SealProps } from './reviewProps.js'
import classes from './SealBlock.module.css'
import { SealFrame } from './SealFrame.js'
import { useAlarm } from './useAlarm.js'
import { useExecution } from './useExecution.js'
import { isDanger, useUnseen } from './useUnseen.js'
import { useWalletWork } from './useWalletWork.js'

/** What can be done about it. */
function toAlarm<Kind extends SignableKind>(
  signable: Signable<Kind>,
  safe: SafeState,
) {
  const { nonce, advice } = acting[signable.kind].wrong
  return { nonce: nonce(signable, safe.nonce), words: advice }
}

/** The end of the document: who signs it, and the button. */
export function SealBlock(props: SealProps) {
  const { place, signable, claim, check, hash, batch } = props
  const { chain, safe } = place
  const { kind } = signable
  const { data: connection } = useQuery(connectionQuery)
  const account = connection?.account ?? undefined
  const alarm = useAlarm(props)
  const role = useRole([chain], account ?? null)
  const isNew = claim === undefined
  const acts = listActs(kind, {
    check,
    signable,
    account,
    role,
    isNew,
    canBatch: batch !== undefined && 'onAdd' in batch,
  })
  const remembered = usePreference(chosenAct)
  const act = acts.includes(remembered) ? remembered : acts[0]
  const execution = useExecution(
    { chain, account, signable, check },
    act === 'execute',
  )
  const [fees, setFees] = useState<FeeEdit>()
  const demands = useDemands(
    hash,
    listDemands(kind, {
      findings: props.findings ?? [],
      alarm,
      failure: act === 'execute' ? execution.error : null,
      canValidate: check?.canValidate,
      version: signable.domain.version,
      isGatewayAlone: check ? isGatewaysWord(check.provenance) : false,
      nameOf: props.nameOf,
    }),
  )
  const unseen = useUnseen(hash, props.findings ?? [])
  const work = usePress(props, {
    account,
    fees: fees ? fees.choice : execution.data,
  })
  const reason = findReason({
    kind,
    connection,
    chain,
    act,
    check,
    role,
    isNew,
    isAssessed: props.findings !== undefined,
    failure: props.failure ?? null,
    hasMovedNames: props.hasMovedNames ?? false,
    nonceError: props.nonceError,
    unseenDangers: unseen.filter(isDanger).length,
    openDemands: demands.open,
    execution: { ...execution, feeProblem: fees?.problem },
  })
  return (
    <SealFrame
      place={place}
      summary={props.summary}
      claim={claim}
      check={check}
      nameOf={props.nameOf}
      hash={hash}
      demands={demands}
      unseen={unseen}
      words={act ? actWords[act].button : 'Sign'}
      reason={reason}
      work={act === 'batch' ? { ...work, isPending: false } : work}
      onAct={() => act && work.start(act)}
      alarm={toAlarm(signable, check?.safe ?? safe)}
      back={{ title: props.backTitle, onBack: props.onBack }}
    >
      {acts.length > 1 && (
        <ActChoice acts={acts} act={act} onAct={chosenAct.write} />
      )}
      {batch && 'refusal' in batch && (
        <p className={classes.reason}>{batch.refusal}</p>
      )}
      {props.children}
      {act === 'execute' && account && (
        <FeeFields
          chain={chain}
          execution={execution.execution}
          cost={execution.data}
          error={execution.error}
          edit={fees}
          onEdit={setFees}
        />
      )}
    </SealFrame>
  )
}

/** One press of the button: all is checked once more, and then done. */
function usePress(
  props: SealProps,
  {
    account,
    fees,
  }: { account: Address | undefined; fees: FeeChoice | undefined },
) {
  const { place, signable, claim, check, hash, batch } = props
  const { chain } = place
  const queries = useQueryClient()
  const wallet = useWalletLayer()
  return useWalletWork({
    about: hash,
    ask: async (wanted: Act, waiting) => {
      if (wanted === 'batch')
        return batch && 'onAdd' in batch ? batch.onAdd() : undefined
      // What was checked may be seconds old; the signature is for good.
      const fresh = await queries.fetchQuery({
        ...checkQuery({
          chain,
          signable,
          claim,
          hash,
          contracts: props.contracts,
        }),
        staleTime: 0,
      })
      assertSameSources(fresh, check)
      if (!(await areNamesAsPinned(queries, chain, props.names ?? [])))
        throw new ChangedMeanwhileError()
      return performAct({
        act: wanted,
        reviewed: {
          chain,
          signable,
          hash,
          note: props.note ?? '',
          isProposed: isAtGateway(claim),
          app: props.app,
          expiresAt: props.expiresAt,
          marks: props.marks,
        },
        wallet,
        account,
        check: fresh,
        fees,
        queries,
        waiting,
      })
    },
    onDone: props.onDone,
  })
}

const actWords: Record<Act, { choice: string; button: string }> = {
  sign: { choice: 'Sign only', button: 'Sign' },
  execute: { choice: 'Execute now', button: 'Execute' },
  propose: { choice: 'Propose to the owners', button: 'Propose' },
  batch: { choice: 'Add to draft batch', button: 'Add to draft batch' },
  approve: { choice: 'Approve on chain', button: 'Approve on chain' },
  signBlindly: { choice: 'Sign the hash', button: 'Sign the hash' },
  host: { choice: 'Propose in host app', button: 'Propose in host app' },
}

function ActChoice({
  acts,
  act,
  onAct,
}: {
  acts: readonly Act[]
  act: Act | undefined
  onAct: (act: RememberedAct) => void
}) {
  const name = useId()
  return (
    <fieldset className={classes.choice}>
      <legend>Action</legend>
      {acts.map((one) => (
        <label key={one} className={classes.option}>
          <input
            type="radio"
            name={name}
            checked={one === act}
            onChange={() => {
              if (isRemembered(one)) onAct(one)
            }}
          />
          {actWords[one].choice}
        </label>
      ))}
    </fieldset>
  )
}
