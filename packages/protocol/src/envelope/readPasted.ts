import { BaseError } from '../errors.js'
import type { Carried } from './carried.js'
import { readCode } from './codes.js'
import { assertShort } from './jsonText.js'
import { readEnvelope } from './readEnvelope.js'
import { type FindChainId, isCarryingLink, readLink } from './readLink.js'

/** Somebody forwards a few at once; a page of them is a mistake. */
const mostLinks = 20

/**
 * Whatever somebody pasted, dropped or scanned: JSON in any form, the text of
 * one code, or links, with or without words around them. Nothing is signed,
 * sent or kept by reading.
 */
export async function readPasted(
  text: string,
  options: { findChainId?: FindChainId } = {},
): Promise<Carried[]> {
  assertShort(text)
  const trimmed = text.trim()
  if (trimmed.startsWith('{')) return readEnvelope(trimmed)
  if (/^ur:/i.test(trimmed)) return readCode(trimmed)
  const links = listLinks(trimmed).filter(isCarryingLink)
  if (links.length === 0) throw new UnknownTextError()
  if (links.length > mostLinks)
    throw new TooManyLinksError({ count: links.length })
  const carried = await Promise.all(
    links.map((link) => readLink(link, options)),
  )
  return carried.flat()
}

/** As chats write them: in quotes, in brackets, at the end of a sentence. */
function listLinks(text: string): string[] {
  const found = text.match(/https?:\/\/[^\s"'<>`]+/g) ?? []
  return found.map(withoutEnding)
}

const endings = '.,;:!?)]'

/** Read from the end: an expression would begin again at every such letter. */
function withoutEnding(link: string): string {
  let end = link.length
  while (end > 0 && endings.includes(link.charAt(end - 1))) end--
  return link.slice(0, end)
}

export class UnknownTextError extends BaseError {
  override name = 'UnknownTextError'

  constructor() {
    super(
      'This is neither a link that carries a transaction, nor a transaction file, nor typed data.',
    )
  }
}

export class TooManyLinksError extends BaseError {
  override name = 'TooManyLinksError'

  constructor({ count }: { count: number }) {
    super(`The text has ${count} links, and the limit is ${mostLinks}.`)
  }
}
