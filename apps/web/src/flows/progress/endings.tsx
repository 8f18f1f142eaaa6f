import { hashMessageContent } from '@covault/protocol'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Hex } from 'viem'
import { paths } from '../../lib/paths.js'
import { toSafeSearch } from '../../lib/safeParameter.js'
import { messageQuery } from '../../queries/messages.js'
import { transactionQuery } from '../../queries/transactions.js'
import { toDomain } from '../../trust/domain.js'
import type { ByKind } from '../../trust/signable.js'
import { LinkButton } from '../../ui/LinkButton.js'
import { checkQuery } from '../../understand/assess/checkQuery.js'
import { claimMessage } from '../../understand/assess/claim.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { describeSigned } from '../act/describeSigned.js'
import { CollectedSignature } from '../review/CollectedSignature.js'

type Ended = { place: SafePlace; hash: Hex }

/** What is told at the end, where it differs. */
type Ending = {
  /** What is left to do about it, as it stands by now. */
  Rest: ComponentType<Ended & { missing: number }>
  /** What comes of it once all have signed. */
  Result: ComponentType<Ended>
  /** What was kept here has been handed in. */
  taken: string
  hosted: string
  OpenLink: ComponentType<Ended>
}

export const endings: ByKind<Ending> = {
  transaction: {
    Rest: TransactionRest,
    Result: () => null,
    taken: 'Your seal is with the gateway now.',
    hosted:
      'The host that shows this page has proposed it, with a nonce and a hash of its own. The owners sign it there.',
    OpenLink: TransactionLink,
  },
  message: {
    Rest: ({ missing }) =>
      missing === 0
        ? 'There are enough seals: the signature is complete.'
        : `${missing} more ${missing === 1 ? 'owner has' : 'owners have'} to sign before it counts.`,
    Result: Collected,
    taken: 'Your seal is with the gateway.',
    hosted: 'The host that shows this page has it. The owners sign it there.',
    OpenLink: MessageLink,
  },
}

/** The others go on meanwhile: it is told as it stands. */
function TransactionRest({
  place: { chain, address, safe },
  hash,
  missing,
}: Ended & { missing: number }) {
  const { data: details } = useQuery(
    transactionQuery({ chainId: chain.chainId, address, id: hash }),
  )
  return describeSigned(safe, { missing, details })
}

/** Read back from the gateway, and checked like anything it says. */
function Collected({ place, hash }: Ended) {
  const { chain, address, safe } = place
  const { data: message } = useQuery(
    messageQuery({ chainId: chain.chainId, address, messageHash: hash }),
  )
  const domain = toDomain(chain, safe)
  const { data: check } = useQuery({
    ...checkQuery({
      chain,
      signable: { kind: 'message', domain, message: message?.message ?? '' },
      claim: message && claimMessage(message),
      hash,
    }),
    enabled: message !== undefined,
  })
  // Another content under this hash would be a lie, and is not shown.
  if (!message || check?.hash !== hash) return null
  return (
    <CollectedSignature
      place={place}
      domain={domain}
      contentHash={hashMessageContent(message.message)}
      check={check}
      proposal={message}
    />
  )
}

export function TransactionLink({ place, hash }: Ended) {
  return (
    <LinkButton
      variant="default"
      to={paths.transaction}
      search={{ ...toSafeSearch(place), id: hash }}
    >
      Open the transaction
    </LinkButton>
  )
}

function MessageLink({ place, hash }: Ended) {
  return (
    <LinkButton
      variant="default"
      to={paths.message}
      search={{ ...toSafeSearch(place), messageHash: hash }}
    >
      Open the message
    </LinkButton>
  )
}
