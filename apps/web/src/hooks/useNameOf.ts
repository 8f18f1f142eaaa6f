import type { SafePlace } from '../understand/safe/safePlace.js'
import type { NameOf } from '../understand/tell/describeIntent.js'
import { useFindName } from './useFindName.js'

/** The reader's own names, for sentences about one safe. */
export function useNameOf({
  chain: { chainId },
  address,
}: Pick<SafePlace, 'chain' | 'address'>): NameOf {
  const findName = useFindName()
  return (who) =>
    findName({ chainId, address: who }) ??
    (who === address ? 'this safe' : undefined)
}
