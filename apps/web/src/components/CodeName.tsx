import type { Address } from 'viem'
import { useCodeIdentity } from '../hooks/useCodeIdentity.js'
import type { ChainConfig } from '../trust/chainClient.js'
import { describeCode } from '../understand/tell/codeIdentity.js'
import { AddressName } from './AddressName.js'

/** A contract: all of its address, and what the code there is. */
export function CodeName({
  chain,
  address,
}: {
  chain: ChainConfig
  address: Address
}) {
  const identity = useCodeIdentity(chain, address)
  return (
    <AddressName
      chain={chain}
      address={address}
      note={identity ? describeCode(identity) : 'Reading the code…'}
      isFull
    />
  )
}
