import type { Address } from 'viem'
import type { Plural } from '../language.js'
import type { KnownLookAlike } from '../lookAlike.js'
import type { Words } from '../tell/telling.js'

/** What a finding says, whichever rule it is of. */
export type FindingDetails = {
  /** Where the title of its rule would say too much. */
  readonly title?: string
  /** What was found, with the facts, and what to do about it. */
  readonly sentence: string
  /**
   * What will happen if the reader goes on, without a full stop. Every danger
   * and every block has one: it is what the reader agrees to.
   */
  readonly consequence?: Words
  /** Who or what it is about. */
  readonly subjects?: readonly Address[]
  /** Several like it, counted: "30 recipients never paid before". */
  readonly many?: Plural
  /** The two addresses to be compared digit by digit. */
  readonly lookAlike?: KnownLookAlike & { readonly address: Address }
}
