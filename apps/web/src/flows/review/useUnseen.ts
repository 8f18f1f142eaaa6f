import type { Finding, MessageFinding } from '@covault/protocol'
import { useMediaQuery } from '@mantine/hooks'
import { useLayoutEffect, useState } from 'react'
import type { Hex } from 'viem'

/** Head and bar of a phone cover that much of it. */
const uncovered = '-56px 0px -76px 0px'

/** How much of a line is on screen when it is looked at again. */
const parts = [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1]

const grave = ['warning', 'danger', 'block']
  .map((severity) => `[data-finding=${severity}]`)
  .join()

/**
 * Which warnings and dangers have not been on a phone's screen yet, from
 * their first line to their last. Wide screens have them beside the text.
 */
export function useUnseen(
  /** Of what is signed: findings of other bytes are read for themselves. */
  hash: Hex,
  findings: readonly (Finding | MessageFinding)[],
): readonly HTMLElement[] {
  const key = findings.length === 0 ? '' : [hash, ...findings.map(name)].join()
  const isPhone = useMediaQuery('(max-width: 47.5em)')
  const [unseen, setUnseen] = useState<readonly HTMLElement[]>([])
  // Before the page is painted, so that no button works in between.
  useLayoutEffect(() => {
    if (!isPhone || key === '' || !('IntersectionObserver' in window)) {
      setUnseen([])
      return
    }
    const ends = new Map<Element, HTMLElement>()
    for (const note of document.querySelectorAll<HTMLElement>(grave))
      for (const end of [note.firstElementChild, note.lastElementChild])
        if (end) ends.set(end, note)
    const list = () => setUnseen([...new Set(ends.values())])
    list()
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.filter(isSeen)
        for (const { target } of seen) {
          ends.delete(target)
          observer.unobserve(target)
        }
        if (seen.length > 0) list()
      },
      { rootMargin: uncovered, threshold: parts },
    )
    for (const end of ends.keys()) observer.observe(end)
    return () => observer.disconnect()
  }, [isPhone, key])
  return unseen
}

function name(finding: Finding | MessageFinding): string {
  const path = 'path' in finding ? finding.path.join('.') : ''
  return `${finding.id} ${finding.severity} ${path}`
}

/** All of it, or as much as a small or enlarged screen can hold. */
function isSeen(entry: IntersectionObserverEntry): boolean {
  const { intersectionRatio, intersectionRect, rootBounds } = entry
  if (intersectionRatio === 1) return true
  return rootBounds !== null && intersectionRect.height > rootBounds.height / 3
}

export function isDanger({ dataset }: HTMLElement): boolean {
  return dataset.finding !== 'warning'
}
