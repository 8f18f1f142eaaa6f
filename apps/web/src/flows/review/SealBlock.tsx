import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import type { Address } from 'viem'
import {
  chosenAct,
  isRemembered,
  type RememberedAct,
} from '../../preferences/chosenAct.js'
import { usePreference } from '../../preferences/preference.js'
import { useRecords } from '../../preferences/records.js'
import { isGatewaysWord } from '../../trust/provenance.js'
import { checkQuery } from '../../understand/assess/checkQuery.js'
import { claimTransaction } from '../../understand/assess/claim.js'
import { connectionQuery } from '../../wallet/connection.js'
import { owningSafesQuery } from '../../wallet/owningSafes.js'
import { useRole } from '../../wallet/role.js'
import { useWalletLayer } from '../../wallet/walletLayer.js'
import type { Act } from '../act/acts.js'
import { findReason, listActs } from '../act/acts.js'
import { assertSameSources, ChangedMeanwhileError } from '../act/check.js'
import type { FeeEdit } from '../act/feeChoice.js'
import { wrongSignatures } from '../act/keptWork.js'
import { listDemands, useDemands } from './demands.js'
import { LazyFeeFields, LazySignAsParent, LazyWithheld } from './lateParts.js'
import { areNamesAsPinned } from './pinned.js'
import type { SealBlockProps } from './reviewProps.js'
import classes from './SealBlock.module.css'
import { SealFrame } from './SealFrame.js'
import { useExecution } from './useExecution.js'
import { useWalletWork } from './useWalletWork.js'

/** What signs and sends; it comes while the document is read. */
const loadWork = () => import('../act/performAct.js')

/** The end of the document: who seals it, and the button. */
export function SealBlock(props: SealBlockProps) {
  const { place, transaction, proposal, nonce, check, nameOf, hash } = props
  const { chain, safe } = place
  useEffect(() => void loadWork(), [])
  const queries = useQueryClient()
  const wallet = useWalletLayer()
  const { data: connection } = useQuery(connectionQuery)
  const account = connection?.account ?? undefined
  const alarms = useRecords(wrongSignatures)
  const alarm = alarms
    ?.map(({ value }) => value)
    .filter(
      (one) =>
        one.chainId === chain.chainId &&
        one.safe === safe.address &&
        one.nonce === transaction.nonce,
    )
    .sort((one, other) => other.at - one.at)[0]
  const role = useRole([chain], account ?? null)
  const parents = useParents(props, account)
  const isNew = proposal === undefined
  const { batch } = props
  const acts = listActs({
    check,
    transaction,
    account,
    role,
    isNew,
    canBatch: batch !== undefined && 'onAdd' in batch,
  })
  const remembered = usePreference(chosenAct)
  const act = acts.includes(remembered) ? remembered : acts[0]
  const execution = useExecution(
    { chain, account, transaction, check },
    act === 'execute',
  )
  const [fees, setFees] = useState<FeeEdit>()
  const demands = useDemands(
    hash,
    listDemands({
      findings: props.findings ?? [],
      alarm,
      failure: act === 'execute' ? execution.error : null,
      version: props.domain.version,
      isGatewayAlone: check ? isGatewaysWord(check.provenance) : false,
    }),
  )
  const work = useWalletWork({
    about: hash,
    ask: async (wanted: Act, waiting) => {
      if (wanted === 'batch')
        return batch && 'onAdd' in batch ? batch.onAdd() : undefined
      // What was checked may be seconds old; the signature is for good.
      const fresh = await queries.fetchQuery({
        ...checkQuery({
          chain,
          signable: { kind: 'transaction', domain: props.domain, transaction },
          claim: proposal && claimTransaction(proposal.execution),
          hash,
          contracts: props.contracts,
        }),
        staleTime: 0,
      })
      assertSameSources(fresh, check)
      if (!(await areNamesAsPinned(queries, chain, props.names ?? [])))
        throw new ChangedMeanwhileError()
      const { performAct } = await loadWork()
      return performAct({
        act: wanted,
        reviewed: {
          chain,
          domain: props.domain,
          transaction,
          hash,
          note: props.note,
          isProposed: proposal !== undefined,
          app: props.app,
          expiresAt: props.expiresAt,
          message: props.message,
        },
        wallet,
        account,
        check: fresh,
        fees: fees ? fees.choice : execution.data,
        queries,
        waiting,
      })
    },
    onDone: props.onDone,
  })
  const reason = findReason({
    connection,
    chain,
    act,
    check,
    role,
    isNew,
    isAssessed: props.findings !== undefined,
    hasMovedNames: props.hasMovedNames,
    nonceError: nonce?.reading.error,
    openDemands: demands.open,
    execution: { ...execution, feeProblem: fees?.problem },
  })
  return (
    <SealFrame
      place={place}
      summary={props.summary}
      claims={(proposal?.execution.confirmations ?? []).map(
        ({ signer, submittedAt }) => ({
          signer: signer.value,
          at: submittedAt,
        }),
      )}
      check={check}
      nameOf={nameOf}
      hash={hash}
      demands={demands}
      words={act ? actWords[act].button : 'Sign'}
      reason={reason}
      work={act === 'batch' ? { ...work, isPending: false } : work}
      onAct={() => act && work.start(act)}
      alarm={{ nonce: transaction.nonce, words: undefined }}
      back={{ title: proposal ? 'Close' : 'Back', onBack: props.onBack }}
    >
      {acts.length > 1 && (
        <ActChoice acts={acts} act={act} onAct={chosenAct.write} />
      )}
      {batch && 'refusal' in batch && (
        <p className={classes.reason}>{batch.refusal}</p>
      )}
      {proposal && <LazyWithheld {...props} />}
      {parents.length > 0 && (
        <LazySignAsParent parents={parents} props={props} />
      )}
      {act === 'execute' && account && (
        <LazyFeeFields
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

/** Safes of the reader that own this one and have not said yes yet. */
function useParents(
  { place: { chain, address }, check }: SealBlockProps,
  account: Address | undefined,
) {
  const { data = [] } = useQuery(
    owningSafesQuery(account && { chain, address, account }),
  )
  const signed = check?.confirmations.flatMap(({ signer, status }) =>
    status === 'verified' ? signer : [],
  )
  return signed ? data.filter((one) => !signed.includes(one.address)) : []
}

const actWords: Record<Act, { choice: string; button: string }> = {
  sign: { choice: 'Sign, others execute later', button: 'Sign' },
  execute: { choice: 'Execute now', button: 'Execute' },
  propose: { choice: 'Propose to the owners', button: 'Propose' },
  batch: { choice: 'Add to the draft batch', button: 'Add to batch' },
  approve: { choice: 'Approve on chain', button: 'Approve on chain' },
  signBlindly: { choice: 'Sign the hash', button: 'Sign the hash' },
  host: { choice: 'Hand it to the host', button: 'Hand it to the host' },
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
      <legend>How</legend>
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
