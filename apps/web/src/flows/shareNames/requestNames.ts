import { GatewayReplyError } from '@covault/api'
import {
  BaseError,
  buildSignatures,
  hashNameChanges,
  type NameChange,
  noNameChanges,
} from '@covault/protocol'
import type { QueryClient } from '@tanstack/react-query'
import type { Address } from 'viem'
import { sendNameChanges } from '../../queries/names.js'
import { nameLogQuery } from '../../understand/safe/nameLog.js'
import type { SafePlace } from '../../understand/safe/safePlace.js'
import { ProviderRequiredError } from '../../wallet/walletErrors.js'
import type { WalletLayer } from '../../wallet/walletLayer.js'
import { describeNameProblem } from '../../words/names.js'
import { recordWrong } from '../act/recordWrong.js'
import { signNameChanges } from '../act/sign.js'
import { askOnlyWhile, type Waiting } from '../act/waiting.js'

type Asking = {
  wallet: WalletLayer | undefined
  account: Address | undefined
  place: SafePlace
  queries: QueryClient
  changes: readonly NameChange[]
}

/** Asks the wallet for one signature over all of it and hands it to the gateway. */
export async function requestNames(
  { wallet, account, place, queries, changes }: Asking,
  waiting: Waiting,
): Promise<number | undefined> {
  if (!wallet || !account) throw new ProviderRequiredError()
  const { chain, address: safe } = place
  const { chainId } = chain
  // Somebody else may have shared something while this was written.
  const log = await queries.fetchQuery({ ...nameLogQuery(place), staleTime: 0 })
  if (log.problem) throw new NamesUnreadError(describeNameProblem(log.problem))
  const set = {
    ...{ chainId, safe, time: Math.floor(Date.now() / 1000) },
    sequence: log.sets.length + 1,
    previous: log.sets.at(-1)?.hash ?? noNameChanges,
    changes: changes.map(({ chainId, address, name }) => ({
      ...{ chainId, address, name },
    })),
  }
  const signature = await recordWrong(
    {
      ...{ chainId, safe, account, nonce: place.safe.nonce },
      safeTxHash: hashNameChanges(set),
    },
    () =>
      signNameChanges({
        wallet: askOnlyWhile(waiting, wallet),
        ...{ account, set },
      }),
  )
  // Who has stopped waiting leaves everything as it was.
  if (!waiting.isAwaited()) return undefined
  try {
    await sendNameChanges(set, buildSignatures([signature]))
  } catch (error) {
    if (!(error instanceof GatewayReplyError)) throw error
    throw new NamesRefusedError({ cause: error })
  }
  await queries.refetchQueries({ queryKey: nameLogQuery(place).queryKey })
  return changes.length
}

export class NamesUnreadError extends BaseError {}

export class NamesRefusedError extends BaseError {
  constructor({ cause }: { cause: GatewayReplyError }) {
    super(
      `The gateway refused the names: ${cause.reason ?? `status ${cause.status}`}`,
      { cause },
    )
  }
}
