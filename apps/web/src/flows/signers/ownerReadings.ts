import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import type { AddressReading } from '../../components/AddressInput.js'
import { describeError } from '../../lib/describeError.js'
import { readAddressText } from '../../lib/readAddressText.js'
import { type Contact, useContacts } from '../../preferences/addressBook.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { ensQuery } from '../../trust/ens.js'

/** A name is asked for when nobody has typed for this long (milliseconds). */
const settleTime = 200

/** What a text stands for, and through which name of the chain. */
export type OwnerReading = AddressReading & { resolvedName: string | null }

/** What each text of the form stands for; names are resolved by the chain. */
export function useOwnerReadings(
  chain: ChainConfig,
  texts: readonly string[],
): OwnerReading[] {
  const contacts = useContacts()
  const read = texts.map((text) => readOne(text, { chain, contacts }))
  const names = read.flatMap(({ resolvedName }) => resolvedName ?? [])
  const [settled] = useDebouncedValue(names.join(' '), settleTime)
  const wanted = [...new Set(names)].filter((name) =>
    settled.split(' ').includes(name),
  )
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

function readOne(
  text: string,
  { chain, contacts }: { chain: ChainConfig; contacts: readonly Contact[] },
): OwnerReading {
  const read = readAddressText(text, chain)
  const named = contacts.filter(
    ({ chainId, name }) =>
      chainId === chain.chainId &&
      name.toLowerCase() === text.trim().toLowerCase(),
  )
  const contact = named.length === 1 ? named[0]?.address : undefined
  return {
    text: read,
    address: contact ?? (read.status === 'address' ? read.address : undefined),
    error: !contact && read.status === 'refused' ? read.reason : undefined,
    isPending: false,
    resolvedName: !contact && read.status === 'name' ? read.name : null,
  }
}
