import type { Address } from 'viem'
import type { Amount, Collectible, Intent, SettingsMeaning } from '../intent.js'

/**
 * What somebody reports of a transaction whose bytes are not at hand: less
 * sure than an intent, and told by the same narrator.
 */
export type Reported = Pick<Intent, 'path' | 'sent' | 'undecodedSize'> &
  (
    | SettingsMeaning
    | {
        readonly kind: 'receive'
        readonly from: Address
        /** undefined: nobody says what it was. */
        readonly moved: Moved | undefined
      }
    | { readonly kind: 'sendSomething'; readonly to: Address }
    | { readonly kind: 'createdBy'; readonly creator: Address }
    | { readonly kind: 'changeSomething' }
    | { readonly kind: 'approveSomething'; readonly safe: Address }
    | { readonly kind: 'batchOf'; readonly count: number }
    | { readonly kind: 'callSomething'; readonly to: Address }
    | {
        /** What a batch did to the balances of the safe. */
        readonly kind: 'moved'
        readonly outgoing: MovedSide
        readonly incoming: MovedSide
        /** Calls of it that moved nothing. */
        readonly others: number
        /** How many there are, where nobody knows which of them moved something. */
        readonly calls?: number | undefined
      }
    | {
        readonly kind: 'callMoved'
        readonly to: Address
        readonly method: string | undefined
        readonly outgoing: MovedSide
        readonly incoming: MovedSide
      }
    | { readonly kind: 'other'; readonly text: string }
  )

export type MovedSide = {
  /** One of each token; of collectibles how many there are. */
  readonly sums: readonly { readonly moved: Moved; readonly count: number }[]
  /** The other sides; undefined where nobody says how many they are. */
  readonly parties: readonly Address[] | number | undefined
}

export type Moved =
  | Amount
  | {
      readonly collection: Address
      readonly items: readonly Collectible[]
      /** As the collection calls itself. */
      readonly symbol?: string | undefined
    }

/** Not yet, already, or in vain. */
export type Tense = 'planned' | 'done' | 'failed'

/** A piece of a sentence; how it is written, the reader's page decides. */
export type Word =
  | string
  /** Somebody the reader may have a name for. */
  | { readonly party: Address }
  /** The exact digits of an amount, to be grouped. */
  | { readonly digits: string }
  /** A method by its signature, or by its name where there is little room. */
  | { readonly exact: string; readonly short: string }

export type Words = readonly Word[]

/**
 * One transaction in parts that rows, headlines and notices assemble, in the
 * order of a sentence: "Send", "1 ETH", "to Bob", ", paying 2 DAI".
 */
export type Telling = {
  readonly kind: (Intent | Reported)['kind']
  /** In its tense. Empty where a noun says it: "Batch of 3 calls". */
  readonly verb: string
  readonly object: Words
  readonly amount:
    | {
        readonly words: Words
        readonly moved: Moved
        /** To or from the account that acts: fit for a column of amounts. */
        readonly isOwn: boolean
      }
    | undefined
  readonly counterparty:
    | { readonly relation: string; readonly address: Address }
    | undefined
  /** Brings the space or the comma before it. */
  readonly rest: Words
  /** What happens within it, in order. */
  readonly inside:
    | {
        /** The object counts it, so that it can be left out. */
        readonly isCounted: boolean
        readonly tellings: readonly Telling[]
      }
    | undefined
  /** What an unknown call may be; anybody can list words for a selector. */
  readonly candidates: readonly Telling[]
  /** Native currency that goes along, and how that is said. */
  readonly along:
    | (NonNullable<Telling['amount']> & { readonly verb: string })
    | undefined
  /** Bytes that the words do not explain. */
  readonly flaw: string | undefined
}
