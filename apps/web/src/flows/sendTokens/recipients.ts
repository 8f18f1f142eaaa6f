import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import type { AddressReading } from '../../components/AddressInput.js'
import { describeError } from '../../lib/describeError.js'
import { readAddressText } from '../../lib/readAddressText.js'
import { type Contact, useContacts } from '../../preferences/addressBook.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { ensQuery } from '../../trust/ens.js'

/** What the text of a recipient stands for. */
export type Recipient = AddressReading & {
  /** It is the name of a contact of this browser. */
  isContact: boolean
}

/** A name is asked for when nobody has typed for this long (milliseconds). */
const settleTime = 200

/** All rows at once: a name that many rows have is asked for once. */
export function useRecipients(
  chain: ChainConfig,
  texts: readonly string[],
): Recipient[] {
  const contacts = useContacts()
  const named = indexContacts(contacts, chain.chainId)
  const read = texts.map((text) => readRecipient(text, { chain, named }))
  const names = read.flatMap(({ text, isContact }) =>
    text.status === 'name' && !isContact ? text.name : [],
  )
  const [settled] = useDebouncedValue([...new Set(names)].join(' '), settleTime)
  const wanted = settled ? settled.split(' ') : []
  const answers = useQueries({
    queries: wanted.map((name) => ensQuery(chain, name)),
  })
  return read.map((recipient) => {
    if (recipient.text.status !== 'name' || recipient.isContact)
      return recipient
    const answer = answers[wanted.indexOf(recipient.text.name)]
    return {
      ...recipient,
      address: answer?.data,
      error: answer?.error ? describeError(answer.error) : undefined,
      isPending: !answer?.data && !answer?.error,
    }
  })
}

type NamedContacts = ReadonlyMap<string, Contact['address']>

/** Names that two contacts share stand for neither. */
function indexContacts(
  contacts: readonly Contact[],
  chainId: number,
): NamedContacts {
  const here = contacts.filter((contact) => contact.chainId === chainId)
  const named = new Map<string, Contact['address']>()
  const shared = new Set<string>()
  for (const { name, address } of here) {
    const key = name.toLowerCase()
    if (named.has(key)) shared.add(key)
    named.set(key, address)
  }
  for (const key of shared) named.delete(key)
  return named
}

function readRecipient(
  text: string,
  { chain, named }: { chain: ChainConfig; named: NamedContacts },
): Recipient {
  const read = readAddressText(text, chain)
  const contact = named.get(text.trim().toLowerCase())
  const base = { text: read, error: undefined, isPending: false }
  if (contact) return { ...base, address: contact, isContact: true }
  return {
    ...base,
    isContact: false,
    address: read.status === 'address' ? read.address : undefined,
    error: read.status === 'refused' ? read.reason : undefined,
  }
}
