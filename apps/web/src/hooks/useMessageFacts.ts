import type { MessageFacts } from '@covault/protocol'
import { useMemo, useState } from 'react'
import { addressBook } from '../preferences/addressBook.js'
import { knownSafes } from '../preferences/knownSafes.js'
import { usePreference } from '../preferences/preference.js'
import type { SafePlace, SafeScope } from '../understand/safe/safePlace.js'

/** What the rules for messages judge with, besides the message. */
export function useMessageFacts({
  chain: { chainId },
  address,
  safe,
}: SafeScope & { safe?: Pick<SafePlace['safe'], 'owners'> }): MessageFacts {
  const contacts = usePreference(addressBook)
  const safes = usePreference(knownSafes)
  // What is read shall not change under the reader.
  const [now] = useState(() => Date.now() / 1000)
  return useMemo(() => {
    const own = [...contacts, ...safes].filter((one) => one.chainId === chainId)
    return {
      chainId,
      now,
      knownSpenders: [
        ...own.map((one) => one.address),
        ...(safe?.owners ?? []),
        address,
      ],
    }
  }, [chainId, address, safe?.owners, contacts, safes, now])
}
