import { formatNumber } from '../../lib/formatCount.js'

/** As much as is compared at a glance; what is longer begins where it differs. */
const mostBefore = 100

/** How two texts are shown so that their difference is seen. */
export type FoundDifference = {
  /** Where to begin: 0, or the first character that differs. */
  from: number
  /** What that character is, where the eye cannot tell. */
  spelled: { file: string | undefined; queue: string | undefined }
}

export function findDifference(file: string, queue: string): FoundDifference {
  const at = alignToCharacter(file, findFirst(file, queue))
  const [ours, theirs] = [file.codePointAt(at), queue.codePointAt(at)]
  const isSeen = isPlain(ours) && isPlain(theirs)
  return {
    from: at < mostBefore ? 0 : at,
    spelled: {
      file: isSeen ? undefined : spell(ours, at),
      queue: isSeen ? undefined : spell(theirs, at),
    },
  }
}

function findFirst(file: string, queue: string): number {
  const end = Math.min(file.length, queue.length)
  for (let at = 0; at < end; at += 1)
    if (file.charCodeAt(at) !== queue.charCodeAt(at)) return at
  return end
}

/** Two digits are one byte, and two units of a pair are one character. */
function alignToCharacter(text: string, at: number): number {
  if (text.startsWith('0x')) return at - (at % 2)
  return /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) ? at - 1 : at
}

/** Visible ASCII, or the end. Spaces and letters of other scripts look alike. */
function isPlain(point: number | undefined): boolean {
  return point === undefined || (point > 0x20 && point < 0x7f)
}

function spell(point: number | undefined, at: number): string | undefined {
  if (point === undefined) return undefined
  const digits = point.toString(16).toUpperCase().padStart(4, '0')
  return `Character ${formatNumber(at + 1)} is U+${digits}`
}
