import { Stop } from './run.mjs'

/** A page asks for so many scripts before its first content. */
const mostFirst = 8
/** And for so many when it stands, which are there before somebody needs them. */
const mostAhead = 12

/** Fails where a page of the build has come apart into too many files. */
export function checkPageFiles(pages) {
  const crowded = Object.entries(pages).flatMap(([path, { first, ahead }]) => [
    ...say(`${path} loads`, first, 'before its first content', mostFirst),
    ...say(`${path} fetches`, ahead, 'ahead', mostAhead),
  ])
  if (crowded.length === 0) return
  throw new Stop(
    `${crowded.join('\n')}\nGive what they share a place in apps/web/sharedFiles.ts.`,
  )
}

function say(what, files, when, most) {
  if (files.length <= most) return []
  return [
    `${what} ${files.length} files ${when}, at most ${most}: ${files.join(', ')}.`,
  ]
}
