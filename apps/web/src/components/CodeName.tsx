import type { Address } from 'viem'
import type { ChainConfig } from '../trust/chainClient.js'
import { AddressName } from './AddressName.js'
import { describeCode, useCodeIdentity } from './codeIdentity.js'

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
      note={identity ? describeCode(identity) : 'Its code is being read…'}
      isFull
    />
  )
}
