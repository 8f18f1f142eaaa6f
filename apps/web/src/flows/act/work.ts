import type { MessageContent } from '@covault/api'
import type { QueryClient } from '@tanstack/react-query'
import type { Address, Hex } from 'viem'
import type { AppIdentity } from '../../apps/requestDesk.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import type { SignableCheck } from '../../trust/checkSignable.js'
import type { Signable, SignableKind } from '../../trust/signable.js'
import type { WalletLayer } from '../../wallet/walletLayer.js'
import type { FeeChoice } from './feeChoice.js'
import type { Waiting } from './waiting.js'

/** What is done with a key; the draft batch needs none. */
export type SigningAct =
  | 'sign'
  | 'execute'
  | 'propose'
  | 'approve'
  | 'signBlindly'
  | 'host'
export type Act = SigningAct | 'batch'

/** What can be chosen; the others are ways out when a wallet cannot sign. */
export type ChosenAct = Extract<
  Act,
  'sign' | 'execute' | 'propose' | 'batch' | 'host'
>

/** What was reviewed, as it stood on the screen. */
type Reviewed<Kind extends SignableKind> = {
  chain: ChainConfig
  signable: Signable<Kind>
  hash: Hex
  note: string
  /** The gateway has it already. */
  isProposed: boolean
  /** The app that asks for it. */
  app: AppIdentity | undefined
  /** Milliseconds; nothing is signed for its request afterwards. */
  expiresAt: number | undefined
  /** What a transaction marks as signed. */
  marks: MessageContent | undefined
}

export type Work<Kind extends SignableKind = SignableKind> = {
  act: SigningAct
  reviewed: Reviewed<Kind>
  wallet: WalletLayer | undefined
  account: Address | undefined
  /** Made a moment ago, after the button was pressed. */
  check: SignableCheck
  fees: FeeChoice | undefined
  queries: QueryClient
  waiting: Waiting
}

export type KnownWork<Kind extends SignableKind = SignableKind> = Work<Kind> & {
  wallet: WalletLayer
  account: Address
}
