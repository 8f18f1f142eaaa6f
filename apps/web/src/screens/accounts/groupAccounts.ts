import type { AppConfig } from '@covault/api'
import type { Address } from 'viem'
import type { ChainConfig } from '../../trust/chainClient.js'
import type { Safe } from '../../trust/readSafes.js'
import type { ChainSafes } from '../../trust/safes.js'

/** What is known so far about a safe on one chain. */
export type Reading =
  | { status: 'pending' }
  | { status: 'unread' }
  | { status: 'absent'; block: bigint }
  | { status: 'read'; block: bigint; safe: Safe }

export type AccountOnChain = { chain: ChainConfig; reading: Reading }

/** One address, on every chain where a safe is or should be there. */
export type AccountGroup = {
  address: Address
  name: string | undefined
  chains: readonly AccountOnChain[]
}

/** A chain, what was last read from it and why nothing newer was. */
export type ChainState = {
  chain: ChainConfig
  safes: ChainSafes | undefined
  error: unknown
}

type DemoSafe = NonNullable<AppConfig['demo']>['safes'][number]

/** Demo safes in the order they are configured, then found ones, newest first. */
export function groupAccounts({
  states,
  demoSafes,
}: {
  states: readonly ChainState[]
  demoSafes: readonly DemoSafe[]
}): { demo: AccountGroup[]; found: AccountGroup[] } {
  const configured = unique(demoSafes.map(({ address }) => address))
  const found = unique(
    states.flatMap(({ safes }) => [...(safes?.found ?? [])].reverse()),
  ).filter((address) => !configured.includes(address))
  const toGroup = (address: Address): AccountGroup => ({
    address,
    name: demoSafes.find((safe) => safe.address === address)?.name,
    chains: states.flatMap((state) => {
      const expected = demoSafes.some(
        (safe) =>
          safe.address === address && safe.chainId === state.chain.chainId,
      )
      const reading = findReading(state, { address, expected })
      return reading ? { chain: state.chain, reading } : []
    }),
  })
  return {
    demo: configured.map(toGroup).filter(isSomewhere),
    found: found.map(toGroup).filter(isSomewhere),
  }
}

function findReading(
  { safes, error }: ChainState,
  { address, expected }: { address: Address; expected: boolean },
): Reading | undefined {
  const safe = safes?.safes.find((candidate) => candidate.address === address)
  if (safes && safe) return { status: 'read', block: safes.block.number, safe }
  if (!expected) return undefined
  if (safes) return { status: 'absent', block: safes.block.number }
  return { status: error ? 'unread' : 'pending' }
}

/** A proxy that never became a safe is on no chain and in no list. */
function isSomewhere({ chains }: AccountGroup): boolean {
  return chains.length > 0
}

function unique(addresses: readonly Address[]): Address[] {
  return [...new Set(addresses)]
}
