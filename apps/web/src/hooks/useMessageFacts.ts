import type { SafeReference } from '@covault/api'
import {
  listMessageTokens,
  type MessageContent,
  type MessageFacts,
} from '@covault/protocol'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { addressBook } from '../preferences/addressBook.js'
import { knownSafes } from '../preferences/knownSafes.js'
import { usePreference } from '../preferences/preference.js'
import { counterpartiesQuery } from '../queries/counterparties.js'
import { contractsQuery } from '../trust/contracts.js'
import { listKnown } from '../understand/assess/knownFacts.js'
import type { SafePlace, SafeScope } from '../understand/safe/safePlace.js'

/**
 * What the rules for messages judge with, besides the message. Without its
 * content nobody is asked, as where there is no network.
 */
export function useMessageFacts(
  {
    chain,
    address,
    safe,
  }: SafeScope & { safe?: Pick<SafePlace['safe'], 'owners'> },
  content?: MessageContent,
): MessageFacts {
  const { chainId } = chain
  const contacts = usePreference(addressBook)
  const safes = usePreference(knownSafes)
  const tokens = useMessageTokens(chain, content)
  const { data: history } = useQuery({
    ...counterpartiesQuery({ chain, address }),
    enabled: content !== undefined,
  })
  // What is read shall not change under the reader.
  const [now] = useState(() => Date.now() / 1000)
  return useMemo(() => {
    const here = (known: readonly SafeReference[]) =>
      known.filter((one) => one.chainId === chainId).map((one) => one.address)
    const known = listKnown({
      contacts: here(contacts),
      owners: safe?.owners ?? [],
      safes: [address, ...here(safes)],
      paid: history?.paid ?? [],
    })
    return { chainId, safe: address, now, known, tokens }
  }, [chainId, address, safe?.owners, contacts, safes, history, tokens, now])
}

/** As the chain has them: a gateway's word is not enough. */
function useMessageTokens(
  chain: SafeScope['chain'],
  content: MessageContent | undefined,
): MessageFacts['tokens'] {
  const asked = useMemo(
    () => (content === undefined ? [] : listMessageTokens(content)),
    [content],
  )
  const { data } = useQuery({
    ...contractsQuery(chain, asked),
    enabled: asked.length > 0,
  })
  return useMemo(
    () =>
      data &&
      Object.fromEntries(
        data.flatMap(({ address, token }) => (token ? [[address, token]] : [])),
      ),
    [data],
  )
}
