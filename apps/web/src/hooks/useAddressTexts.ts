import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { addressBook } from '../preferences/addressBook.js'
import { usePreference } from '../preferences/preference.js'
import type { ChainConfig } from '../trust/chainClient.js'
import { ensQuery } from '../trust/ens.js'
import {
  type AddressReading,
  indexContacts,
  readText,
} from '../understand/safe/addressReading.js'
import { describeError } from '../words/errors.js'

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
  const named = indexContacts(usePreference(addressBook), chain.chainId)
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
