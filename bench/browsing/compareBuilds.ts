import { round } from '../shared/figures.js'
import type { PageFigures } from './measurePage.js'

export type Pages = Record<string, PageFigures>

export type Beside = {
  contentMs: number
  contentMsOfOther: number
  /** Beyond what the control page of the same build takes. */
  excessMs: number
  excessMsOfOther: number
  /** At most half is what is asked of the document and its first questions. */
  shareOfOther: number
}

/** How much later than nothing but a text each page is there, in two builds. */
export function compareBuilds(
  own: Pages,
  other: Pages,
): Record<string, Beside> {
  const least = readControl(own)
  const otherLeast = readControl(other)
  const rows = Object.entries(own).flatMap(([path, { contentMs }]) => {
    const contentMsOfOther = other[path]?.contentMs
    if (path === 'control' || contentMsOfOther === undefined) return []
    const excessMs = round(contentMs - least.contentMs)
    const excessMsOfOther = round(contentMsOfOther - otherLeast.contentMs)
    const shareOfOther = round(excessMs / excessMsOfOther)
    const row = { excessMs, excessMsOfOther, shareOfOther }
    return [[path, { contentMs, contentMsOfOther, ...row }] as const]
  })
  return Object.fromEntries(rows)
}

/** What nothing but a text takes, by the same server with the same document. */
export function readControl({ control }: Pages): PageFigures {
  if (!control) throw new TypeError('The control page was not measured.')
  return control
}
