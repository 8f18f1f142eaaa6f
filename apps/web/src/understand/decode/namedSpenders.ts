import type { CallNode } from '@covault/protocol'
import { type Address, isAddress, zeroAddress } from 'viem'

const names: readonly string[] = ['spender', 'operator']

/**
 * Whom approvals name. An app spends through a contract, so the chain is asked
 * whether there is one.
 */
export function listNamedSpenders(calls: readonly CallNode[]): Address[] {
  return calls.flatMap(({ method }) =>
    (method?.candidates ?? [])
      .filter(({ id }) => id !== undefined)
      .flatMap(({ parameters }) =>
        parameters.flatMap(({ name, value }) =>
          names.includes(name) && isSomebody(value) ? value : [],
        ),
      ),
  )
}

function isSomebody(value: unknown): value is Address {
  return typeof value === 'string' && isAddress(value) && value !== zeroAddress
}
