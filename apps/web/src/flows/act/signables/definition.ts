import type { TransactionDetails } from '@covault/api'
import type { Address, Hex } from 'viem'
import type { PersonAnswer } from '../../../apps/requestDesk.js'
import type { FlowName } from '../../../lib/flowSearch.js'
import type { Path } from '../../../lib/paths.js'
import type { AppSearch } from '../../../lib/searchText.js'
import type { Local, LocalSignature } from '../../../preferences/localQueue.js'
import type { Records } from '../../../preferences/records.js'
import type { ChainConfig } from '../../../trust/chainClient.js'
import type { SignableCheck } from '../../../trust/checkSignable.js'
import type { SafeState } from '../../../trust/safe.js'
import type {
  FoundIn,
  Signable,
  SignableKind,
  Stored,
} from '../../../trust/signable.js'
import type { Role } from '../../../wallet/role.js'
import type { Kept, WrongSignature } from '../keptWork.js'
import type { Outcome } from '../outcome.js'
import type { ChosenAct, KnownWork } from '../work.js'

export type Checked = Pick<SignableCheck, 'safe' | 'confirmations'>

export type Reader = {
  account: Address | undefined
  role: Role | undefined
  /** Nobody has proposed it yet. */
  isNew: boolean
}

export type Asked<Kind extends SignableKind> = Reader & {
  signable: Signable<Kind>
  check: Checked | undefined
  canBatch: boolean
}

/** What can be done with one kind, from the button to what came of it. */
export type ActDefinition<Kind extends SignableKind> = {
  /** What this account can do about it now, the usual one first. */
  list: (asked: Asked<Kind>) => ChosenAct[]
  /** Why there is nothing to do. */
  explain: (check: Checked, reader: Reader & { account: Address }) => string
  /** Tells a finding from the others of the same review. */
  nameFinding: (finding: FoundIn<Kind>) => string
  wrong: {
    /** The wallet signed something else when it was asked for this. */
    isAbout: (wrong: WrongSignature, one: Signable<Kind>, hash: Hex) => boolean
    /** The nonce that it is recorded with, and that may be used up. */
    nonce: <Next extends bigint | undefined>(
      one: Signable<Kind>,
      /** That the safe is at, as far as anybody has said. */
      next: Next,
    ) => bigint | Next
    /** Undefined: the usual advice will do. */
    advice: string | undefined
    /** What the reader must say before it is asked for once more. */
    demand: string
  }
  execute: (work: KnownWork<Kind>) => Promise<Outcome | undefined>
  handToHost: (work: KnownWork<Kind>) => Promise<Outcome>
  kept: {
    /** By `chain:safe:hash`. */
    records: Records<Stored<Kind>>
    hash: (value: Stored<Kind>) => Hex
    /** What tells it from the others of its safe, in very few words. */
    describe: (value: Stored<Kind>) => string
    keep: (one: Signable<Kind>, fields: Local, note: string) => Kept<Kind>
    /** For one that the gateway has, and for one that it has not. */
    join: (value: Stored<Kind>, signature: LocalSignature) => Promise<void>
    propose: (value: Stored<Kind>, signature: LocalSignature) => Promise<void>
    /** Fails where the gateway took something else than it was given. */
    compare: (
      value: Stored<Kind>,
      taken: readonly LocalSignature[],
    ) => Promise<void>
    /**
     * It was executed, and the chain confirms that nothing is left to submit:
     * by the gateway's word alone no copy is let go.
     */
    isSettled: (value: Stored<Kind>, chain: ChainConfig) => Promise<boolean>
    /** The gateway has it now. */
    onTaken: (value: Stored<Kind>, signature: LocalSignature) => Promise<void>
  }
  /** For the app that asked for it. */
  answer: (hash: Hex) => PersonAnswer
  ending: {
    /** What it comes to once all have signed. */
    comesTo: 'execution' | 'signature'
    /** What is left to do about it; the gateway's details are of what runs. */
    describeRest: (
      safe: SafeState,
      left: { missing: number; details: TransactionDetails | undefined },
    ) => string
    /** What was kept here has been submitted. */
    taken: string
    hosted: string
    /** The link to its page. */
    page: {
      words: string
      to: Path
      /** The flow in which others sign it. */
      confirm: FlowName
      search: (hash: Hex) => AppSearch
    }
  }
}
