import { BaseError, type Call } from '@covault/protocol'
import { readAddressText } from '../../lib/readAddressText.js'
import { rememberMethod } from '../../preferences/usedMethods.js'
import type { Snapshot } from '../machine/flow.js'
import { checkBuilder } from './checkBuilder.js'
import { type BuilderInput, readMethod } from './input.js'

/** The form has put the address in the place of any name by then. */
export async function buildCall(
  input: BuilderInput,
  { chain }: Pick<Snapshot, 'chain'>,
): Promise<readonly Call[]> {
  const read = readAddressText(input.to, chain)
  const { call } = checkBuilder(input, {
    to: {
      address: read.status === 'address' ? read.address : undefined,
      error: undefined,
    },
    nativeCurrency: chain.nativeCurrency,
  })
  if (!call) throw new UnfinishedCallError()
  const { to, value, data } = call
  const method = input.kind === 'method' ? readMethod(input) : undefined
  // The review reads the call as it was built.
  if (method)
    await rememberMethod({ chainId: chain.chainId, address: to }, method)
  return [{ to, value, data, operation: 0 }]
}

class UnfinishedCallError extends BaseError {
  constructor() {
    super('The call has an error. Check its fields.')
  }
}
