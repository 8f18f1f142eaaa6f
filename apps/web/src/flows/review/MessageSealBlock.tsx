import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useFindName } from '../../components/names.js'
import { SealList } from '../../components/transaction/SealList.js'
import { describeError } from '../../lib/describeError.js'
import { usePreference } from '../../preferences/preference.js'
import { useRecords } from '../../preferences/records.js'
import { security } from '../../preferences/security.js'
import type { MessageCheck } from '../../trust/checkMessage.js'
import { Remark } from '../../ui/Remark.js'
import { connectionQuery } from '../../wallet/connection.js'
import { UserRejectedError } from '../../wallet/walletErrors.js'
import { useWalletLayer } from '../../wallet/walletLayer.js'
import { countSeals } from '../execute.js'
import { wrongSignatures } from '../keptWork.js'
import { isWithoutTypedData, WrongSignatureError } from '../sign.js'
import { Acknowledgements, useDemands } from './Acknowledgements.js'
import { ActButton } from './ActButton.js'
import { BlindSigning } from './BlindSigning.js'
import { messageCheckQuery } from './messageCheck.js'
import { findMessageReason, listMessageDemands } from './messageDemands.js'
import type { MessageSealProps } from './messageReviewProps.js'
import classes from './SealBlock.module.css'
import { signMessageAct } from './signMessageAct.js'
import { WrongSignatureAlarm } from './WrongSignatureAlarm.js'

type MessageAct = Parameters<typeof signMessageAct>[0]['act']

/** The end of a message: who seals it, and the button. */
export function MessageSealBlock(
  props: MessageSealProps & { check: MessageCheck | undefined },
) {
  const { place, content, proposal, check, hash, findings, domain } = props
  const { chain, safe } = place
  const id = useId()
  const findName = useFindName()
  const queries = useQueryClient()
  const wallet = useWalletLayer()
  const { data: connection } = useQuery(connectionQuery)
  const account = connection?.account ?? undefined
  const alarms = useRecords(wrongSignatures)
  const alarm = alarms
    ?.map(({ value }) => value)
    .filter(({ safeTxHash }) => safeTxHash === hash)
    .sort((one, other) => other.at - one.at)[0]
  const demands = useDemands(
    hash,
    listMessageDemands({
      findings,
      alarm,
      canValidate: check?.canValidate ?? true,
      version: domain.version,
    }),
  )
  const seal = useMutation({
    mutationFn: async (act: MessageAct) => {
      // What was checked may be seconds old; the signature is for good.
      const fresh = await queries.fetchQuery({
        ...messageCheckQuery({
          chain,
          address: safe.address,
          content,
          proposal,
          hash,
        }),
        staleTime: 0,
      })
      return signMessageAct({
        act,
        props,
        wallet,
        account,
        check: fresh,
        queries,
      })
    },
    onSuccess: props.onDone,
  })
  const { blindSigning } = usePreference(security)
  const reason = findMessageReason({
    connection,
    chain,
    check,
    openDemands: demands.open,
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
          claims={(proposal?.confirmations ?? []).map(({ owner }) => ({
            signer: owner.value,
            at: undefined,
          }))}
          checked={check?.confirmations}
          nameOf={(who) => findName({ chainId: chain.chainId, address: who })}
        />
        <div className={classes.act}>
          <Acknowledgements demands={demands} />
          <ActButton
            words="Sign"
            chain={chain}
            reason={reason}
            isWorking={seal.isPending}
            onAct={() => seal.mutate('sign')}
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
            <>
              <p className={classes.reason}>
                If it was a transaction of this safe, it was most likely its
                next one: using up that nonce makes it worthless.
              </p>
              <WrongSignatureAlarm nonce={check?.safe.nonce ?? safe.nonce} />
            </>
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
          <Button variant="subtle" onClick={props.back.onBack}>
            {props.back.title}
          </Button>
        </div>
      </div>
    </section>
  )
}
