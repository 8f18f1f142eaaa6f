import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { SealList } from '../../components/transaction/SealList.js'
import { describeError } from '../../lib/describeError.js'
import { usePreference } from '../../preferences/preference.js'
import { useRecords } from '../../preferences/records.js'
import { security } from '../../preferences/security.js'
import { Remark } from '../../ui/Remark.js'
import { connectionQuery } from '../../wallet/connection.js'
import { useRole } from '../../wallet/role.js'
import { UserRejectedError } from '../../wallet/walletErrors.js'
import { useWalletLayer } from '../../wallet/walletLayer.js'
import { countSeals } from '../execute.js'
import { wrongSignatures } from '../keptWork.js'
import { isWithoutTypedData, WrongSignatureError } from '../sign.js'
import {
  Acknowledgements,
  listDemands,
  useDemands,
} from './Acknowledgements.js'
import { ActButton } from './ActButton.js'
import { findReason, listActs } from './acts.js'
import { BlindSigning } from './BlindSigning.js'
import { checkQuery } from './check.js'
import { chosenAct, isRemembered, type RememberedAct } from './chosenAct.js'
import { type FeeChoice, FeeFields, useExecution } from './FeeFields.js'
import type { Act, SealBlockProps } from './reviewProps.js'
import classes from './SealBlock.module.css'
import { WrongSignatureAlarm } from './WrongSignatureAlarm.js'

/** What signs and sends; it comes while the document is read. */
const loadWork = () => import('./performAct.js')

/** The end of the document: who seals it, and the button. */
export function SealBlock(props: SealBlockProps) {
  const { place, transaction, proposal, nonce, check, nameOf, hash } = props
  const { chain, safe } = place
  const id = useId()
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
  const [fees, setFees] = useState<FeeChoice>()
  const demands = useDemands(
    hash,
    listDemands({
      findings: props.decoded.findings ?? [],
      alarm,
      failure: act === 'execute' ? execution.error : null,
      version: props.domain.version,
    }),
  )
  const seal = useMutation({
    mutationFn: async (wanted: Act) => {
      if (wanted === 'batch')
        return batch && 'onAdd' in batch ? batch.onAdd() : undefined
      // What was checked may be seconds old; the signature is for good.
      const fresh = await queries.fetchQuery({
        ...checkQuery({
          chain,
          address: safe.address,
          transaction,
          proposal,
          hash,
        }),
        staleTime: 0,
      })
      const { performAct } = await loadWork()
      return performAct({
        act: wanted,
        props,
        wallet,
        account,
        check: fresh,
        fees: fees ?? execution.data,
        queries,
      })
    },
    onSuccess: (outcome) => outcome && props.onDone(outcome),
  })
  const { blindSigning } = usePreference(security)
  const reason = findReason({
    connection,
    chain,
    act,
    check,
    role,
    isNew,
    nonceError: nonce?.reading.error,
    openDemands: demands.open,
    execution,
  })
  const seals =
    check && countSeals({ ...check.safe, ...check, sender: undefined })
  return (
    <section className={classes.block} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        Seal it
        <span className={classes.count}>
          {seals ?? 0} of {safe.threshold}
        </span>
      </h2>
      <div className={classes.columns}>
        <SealList
          owners={safe.owners}
          claims={(proposal?.execution.confirmations ?? []).map(
            ({ signer, submittedAt }) => ({
              signer: signer.value,
              at: submittedAt,
            }),
          )}
          checked={check?.confirmations}
          nameOf={nameOf}
        />
        <div className={classes.act}>
          <Acknowledgements demands={demands} />
          {acts.length > 1 && (
            <ActChoice acts={acts} act={act} onAct={chosenAct.write} />
          )}
          {batch && 'refusal' in batch && (
            <p className={classes.reason}>{batch.refusal}</p>
          )}
          {act === 'execute' && (
            <FeeFields
              chain={chain}
              execution={execution.execution}
              cost={execution.data}
              error={execution.error}
              choice={fees}
              onChoice={setFees}
            />
          )}
          <ActButton
            words={act ? actWords[act].button : 'Sign'}
            chain={chain}
            reason={reason}
            isWorking={seal.isPending && act !== 'batch'}
            onAct={() => act && seal.mutate(act)}
          />
          {seal.error && !isWithoutTypedData(seal.error) && (
            <Remark
              role="alert"
              kind={seal.error instanceof UserRejectedError ? 'warn' : 'danger'}
            >
              {describeError(seal.error)}
            </Remark>
          )}
          {seal.error instanceof WrongSignatureError && (
            <WrongSignatureAlarm nonce={transaction.nonce} />
          )}
          {isWithoutTypedData(seal.error) && (
            <BlindSigning
              isAllowed={blindSigning}
              hash={hash}
              isWorking={seal.isPending}
              onSign={() => seal.mutate('signBlindly')}
              onApprove={() => seal.mutate('approve')}
            />
          )}
          <Button variant="subtle" onClick={props.onBack}>
            {proposal ? 'Close' : 'Back'}
          </Button>
        </div>
      </div>
    </section>
  )
}

const actWords: Record<Act, { choice: string; button: string }> = {
  sign: { choice: 'Sign, others execute later', button: 'Sign' },
  execute: { choice: 'Execute now', button: 'Execute' },
  propose: { choice: 'Propose to the owners', button: 'Propose' },
  batch: { choice: 'Add to the draft batch', button: 'Add to batch' },
  approve: { choice: 'Approve on chain', button: 'Approve on chain' },
  signBlindly: { choice: 'Sign the hash', button: 'Sign the hash' },
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
