import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useFindName } from '../../hooks/useFindName.js'
import { useRecords } from '../../preferences/records.js'
import type { SignableCheck } from '../../trust/checkSignable.js'
import { isGatewaysWord } from '../../trust/provenance.js'
import { checkQuery } from '../../understand/assess/checkQuery.js'
import { claimMessage } from '../../understand/assess/claim.js'
import { connectionQuery } from '../../wallet/connection.js'
import { useWalletLayer } from '../../wallet/walletLayer.js'
import { assertSameSources } from '../act/check.js'
import { wrongSignatures } from '../act/keptWork.js'
import { signMessageAct } from '../act/signMessageAct.js'
import { useDemands } from './demands.js'
import { findMessageReason, listMessageDemands } from './messageDemands.js'
import type { MessageSealProps } from './messageReviewProps.js'
import { SealFrame } from './SealFrame.js'
import { useWalletWork } from './useWalletWork.js'

type MessageAct = Parameters<typeof signMessageAct>[0]['act']

/** The end of a message: who seals it, and the button. */
export function MessageSealBlock(
  props: MessageSealProps & { check: SignableCheck | undefined },
) {
  const { place, content, proposal, check, hash, findings, domain } = props
  const { chain, safe } = place
  const findName = useFindName()
  const queries = useQueryClient()
  const wallet = useWalletLayer()
  const { data: connection } = useQuery(connectionQuery)
  const account = connection?.account ?? undefined
  // The wallet is this very safe: its host has the owners sign.
  const isHosted = account === safe.address
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
      isGatewayAlone: check ? isGatewaysWord(check.provenance) : false,
    }),
  )
  const work = useWalletWork({
    about: hash,
    ask: async (act: MessageAct, waiting) => {
      // What was checked may be seconds old; the signature is for good.
      const fresh = await queries.fetchQuery({
        ...checkQuery({
          chain,
          signable: { kind: 'message', domain, message: content },
          claim: proposal && claimMessage(proposal),
          hash,
        }),
        staleTime: 0,
      })
      assertSameSources(fresh, check)
      return signMessageAct({
        act,
        reviewed: {
          chain,
          domain,
          content,
          hash,
          isProposed: proposal !== undefined,
          app: props.app,
          expiresAt: props.expiresAt,
        },
        wallet,
        account,
        check: fresh,
        queries,
        waiting,
      })
    },
    onDone: props.onDone,
  })
  const reason = findMessageReason({
    connection,
    chain,
    check,
    openDemands: demands.open,
  })
  return (
    <SealFrame
      place={place}
      summary="A message"
      claims={(proposal?.confirmations ?? []).map(({ owner }) => ({
        signer: owner.value,
        at: undefined,
      }))}
      check={check}
      nameOf={(who) => findName({ chainId: chain.chainId, address: who })}
      hash={hash}
      demands={demands}
      words={isHosted ? 'Hand it to the host' : 'Sign'}
      reason={reason}
      work={work}
      onAct={() => work.start(isHosted ? 'host' : 'sign')}
      alarm={{
        nonce: check?.safe.nonce ?? safe.nonce,
        words:
          'If it was a transaction of this safe, it was most likely its next one: using up that nonce makes it worthless.',
      }}
      back={props.back}
    />
  )
}
