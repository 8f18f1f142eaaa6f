import { keccak256, slice, stringToHex } from 'viem'
import { Mark } from '../../ui/Mark.js'

/**
 * Drawn from the origin. An icon of the app's own could be anybody's, and
 * would have to be loaded from there before anybody chose to.
 */
export function AppMark({ origin }: { origin: string }) {
  return <Mark address={slice(keccak256(stringToHex(origin)), 0, 20)} />
}
