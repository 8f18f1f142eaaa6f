import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import type { Address } from 'viem'
import { describeError } from '../lib/describeError.js'
import { type AddressText, readAddressText } from '../lib/readAddressText.js'
import { type Contact, useContacts } from '../preferences/addressBook.js'
import type { ChainConfig } from '../trust/chainClient.js'
import { ensQuery } from '../trust/ens.js'

/** What a text stands for: an address, nothing yet, or an error in words. */
export type AddressReading = {
  address: Address | undefined
  error: string | undefined
  isPending: boolean
  text: AddressText
  /** It is the name of a contact of this browser. */
  isContact: boolean
  /** The name that is asked of the chain; null where there is none to ask. */
  resolvedName: string | null
}

/** Why a text stands for no address yet; `missing` asks for one. */
export function checkReading(
  {
    address,
    error,
    isPending,
  }: Pick<AddressReading, 'address' | 'error' | 'isPending'>,
  missing: string,
): string | undefined {
  if (error) return error
  if (isPending) return 'The chain is still asked what this name stands for.'
  return address ? undefined : missing
}

/** A name is asked for when nobody has typed for this long (milliseconds). */
const settleTime = 200

/** Reads the text; a name is resolved through the chain. */
export function useAddressText(
  chain: ChainConfig,
  text: string,
): AddressReading {
  const [reading] = useAddressTexts(chain, [text])
  return reading ?? readText(text, { chain, named: new Map() })
}

/** All at once: a name that many of them have is asked for once. */
export function useAddressTexts(
  chain: ChainConfig,
  texts: readonly string[],
): AddressReading[] {
  const named = indexContacts(useContacts(), chain.chainId)
  const read = texts.map((text) => readText(text, { chain, named }))
  const names = read.flatMap(({ resolvedName }) => resolvedName ?? [])
  const [settled] = useDebouncedValue([...new Set(names)].join(' '), settleTime)
  const wanted = settled ? settled.split(' ') : []
  const answers = useQueries({
    queries: wanted.map((name) => ensQuery(chain, name)),
  })
  return read.map((reading) => {
    if (reading.resolvedName === null) return reading
    const answer = answers[wanted.indexOf(reading.resolvedName)]
    return {
      ...reading,
      address: answer?.data,
      error: answer?.error ? describeError(answer.error) : undefined,
      isPending: !answer?.data && !answer?.error,
    }
  })
}

type NamedContacts = ReadonlyMap<string, Address>

/** Names that two contacts share stand for neither. */
function indexContacts(
  contacts: readonly Contact[],
  chainId: number,
): NamedContacts {
  const here = contacts.filter((contact) => contact.chainId === chainId)
  const named = new Map<string, Address>()
  const shared = new Set<string>()
  for (const { name, address } of here) {
    const key = name.toLowerCase()
    if (named.has(key)) shared.add(key)
    named.set(key, address)
  }
  for (const key of shared) named.delete(key)
  return named
}

/** The exact name of a contact is as good as the address. */
function readText(
  text: string,
  { chain, named }: { chain: ChainConfig; named: NamedContacts },
): AddressReading {
  const read = readAddressText(text, chain)
  const contact = named.get(text.trim().toLowerCase())
  const base = { text: read, error: undefined, isPending: false }
  if (contact)
    return { ...base, address: contact, isContact: true, resolvedName: null }
  return {
    ...base,
    isContact: false,
    address: read.status === 'address' ? read.address : undefined,
    error: read.status === 'refused' ? read.reason : undefined,
    isPending: read.status === 'name',
    resolvedName: read.status === 'name' ? read.name : null,
  }
}
