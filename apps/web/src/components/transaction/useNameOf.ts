import { useFindName } from '../names.js'
import type { NameOf } from './describeIntent.js'
import type { SafePlace } from './safePlace.js'

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
