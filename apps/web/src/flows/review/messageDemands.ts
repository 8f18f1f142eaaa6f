import {
  isReplayable,
  type MessageFinding,
  type SafeVersion,
} from '@covault/protocol'
import type { Address } from 'viem'
import type { ChainConfig } from '../../trust/chainClient.js'
import type { SignableCheck } from '../../trust/checkSignable.js'
import { type Connection, isReconnecting } from '../../wallet/connection.js'
import type { Reason } from '../act/acts.js'
import type { WrongSignature } from '../act/keptWork.js'
import type { Demand } from './demands.js'
import { listSourceDemands } from './sourceDemands.js'

/** What must be said of a message before the button works. */
export function listMessageDemands({
  findings,
  alarm,
  canValidate,
  version,
  isGatewayAlone,
}: {
  findings: readonly MessageFinding[]
  /** The wallet signed something else for this message before. */
  alarm: WrongSignature | undefined
  canValidate: boolean
  version: SafeVersion
  /** Nobody else said what the chain holds. */
  isGatewayAlone: boolean
}): Demand[] {
  const tick = (id: string, words: string): Demand => ({
    id,
    kind: 'tick',
    words,
  })
  return [
    ...listSourceDemands(isGatewayAlone),
    ...findings.flatMap(demandOf),
    ...(canValidate
      ? []
      : [
          tick(
            'cannot-validate',
            'No app can check this signature: the safe has no handler that answers. I want to sign all the same.',
          ),
        ]),
    ...(alarm
      ? [
          tick(
            // Each time it happens it must be said anew.
            `wrong-signature:${alarm.at}`,
            'The wallet signed something else for this message before. I know what that was, and want to go on.',
          ),
        ]
      : []),
    ...(isReplayable(version)
      ? [
          tick(
            'replayable',
            'This signature is valid on every network. I accept that.',
          ),
        ]
      : []),
  ]
}

function demandOf({ id, severity }: MessageFinding): Demand[] {
  const name = id.replace(/^message-/, '').replaceAll('-', ' ')
  if (severity === 'block')
    return [
      {
        id,
        kind: 'typed',
        words: `The message is marked “Stop”: ${name}. Only go on if you know exactly why.`,
      },
    ]
  if (severity !== 'danger') return []
  return [
    {
      id,
      kind: 'tick',
      words: `I have read that this message is a ${name}, and still want to sign it.`,
    },
  ]
}

/** Why a message cannot be signed now, the first thing to do about it. */
export function findMessageReason({
  connection,
  chain,
  check,
  openDemands,
}: {
  connection: Connection | undefined
  chain: ChainConfig
  check: SignableCheck | undefined
  openDemands: number
}): Reason | undefined {
  const say = (words: string) => ({ kind: 'reason', words }) as const
  if (connection && isReconnecting(connection))
    return { kind: 'reason', words: 'The wallet is being connected.' }
  if (!connection?.account) return { kind: 'connect' }
  if (!check) return say('The checks are still running.')
  if (check.isRefused)
    return say('Refused: what was checked does not agree. See above.')
  const nothing = explainNothing(check, connection.account)
  if (nothing) return say(nothing)
  if (connection.chainId !== chain.chainId) return { kind: 'switch' }
  if (openDemands === 0) return undefined
  return say(
    openDemands === 1
      ? '1 danger is open: read it and say so above.'
      : `${openDemands} dangers are open: read them and say so above.`,
  )
}

function explainNothing(
  { safe: { address, owners, threshold }, confirmations }: SignableCheck,
  account: Address,
): string | undefined {
  const verified = confirmations.filter(({ status }) => status === 'verified')
  if (account === address)
    return verified.length < threshold
      ? undefined
      : 'The owners have signed: there are enough seals.'
  if (!owners.includes(account))
    return 'You are a viewer here: only owners can sign messages.'
  if (!verified.some(({ signer }) => signer === account)) return undefined
  const missing = threshold - verified.length
  if (missing <= 0) return 'You have signed, and there are enough seals.'
  return `You have signed. ${missing} more ${missing === 1 ? 'owner has' : 'owners have'} to sign.`
}
