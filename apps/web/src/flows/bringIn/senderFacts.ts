import { toForeignText } from '../../lib/foreignText.js'

/** What the sender wrote beside it, which nothing confirms. */
export function listSenderFacts({
  note,
  origin,
}: {
  note: string | undefined
  /** The app that it came from; nothing here has a place for it. */
  origin: string | undefined
}): { name: string; value: string }[] {
  return [
    ...(note
      ? [{ name: 'Note, unverified', value: toForeignText(note, 200) }]
      : []),
    ...(origin
      ? [
          {
            name: 'Origin, unverified and not added',
            value: toForeignText(origin, 200),
          },
        ]
      : []),
  ]
}
