import { danger, isKnown, type Known, type Risk, warning } from './risk.js'

/** Addresses that people could take for a known one. */
export function findImitations(named: readonly string[], known: Known): Risk[] {
  return [...new Set(named)].flatMap((address) => {
    if (!/^0x[0-9a-fA-F]{40}$/.test(address) || isKnown(address, known))
      return []
    return [known.safe, ...known.addresses].flatMap((one) =>
      compareEnds(address, one),
    )
  })
}

/** Both ends are what people compare; one end alone may be chance. */
function compareEnds(address: string, known: string): Risk[] {
  const [a, b] = [address.toLowerCase().slice(2), known.toLowerCase().slice(2)]
  const first = countSame(a, b)
  const last = countSame([...a].reverse(), [...b].reverse())
  if (first === a.length) return []
  if (first >= 4 && last >= 4)
    return [danger(`${address} imitates ${known}. Compare every digit.`)]
  const end = first >= 6 ? 'begins' : last >= 6 ? 'ends' : undefined
  return end
    ? [warning(`${address} ${end} like ${known}. Compare every digit.`)]
    : []
}

function countSame(a: ArrayLike<string>, b: ArrayLike<string>): number {
  let count = 0
  while (count < a.length && a[count] === b[count]) count++
  return count
}
