import {
  type AssetChange,
  type Holding,
  type Intent,
  identifyAsset,
  listMovements,
  nominateHoldings,
  type ProbeQuestion,
  type ProbeReader,
  sumMovements,
} from '@covault/protocol'
import { type Address, zeroAddress } from 'viem'
import type { Run } from './run.js'

/** Nobody reads the balances of more in one look. */
const mostHoldings = 100

/** Whose balances are read: those that the run names, and the safe. */
export function listHoldings({
  run: { logs },
  intent,
  safe,
}: {
  run: Run
  intent: Intent
  safe: Address
}): Holding[] {
  const own: Holding = { holder: safe, asset: { kind: 'native' } }
  const named = logs
    ? [
        ...sumMovements(listMovements(logs)).flatMap(({ holder, asset }) =>
          asset.kind === 'native' || asset.kind === 'erc20'
            ? [{ holder, asset }]
            : [],
        ),
        ...nominateHoldings(logs, safe),
      ]
    : listMeant(intent, safe)
  const once = new Map(
    [own, ...named]
      .filter(({ holder }) => holder !== zeroAddress)
      .map((one) => [identifyHolding(one), one]),
  )
  return [...once.values()].slice(0, mostHoldings)
}

/** Without logs: whom the decoded calls mean to pay. */
function listMeant(intent: Intent, safe: Address): Holding[] {
  switch (intent.kind) {
    case 'batch':
      return intent.intents.flatMap((inner) => listMeant(inner, safe))
    case 'sendNative':
      return [{ holder: intent.to, asset: { kind: 'native' } }]
    case 'sendToken': {
      const { token } = intent.amount
      if (!token) return []
      const asset = { kind: 'erc20', token } as const
      return [intent.owner ?? safe, intent.to].map((holder) => ({
        holder,
        asset,
      }))
    }
    default:
      return []
  }
}

function identifyHolding({
  holder,
  asset,
}: Pick<AssetChange, 'holder' | 'asset'>) {
  return `${holder} ${identifyAsset(asset)}`
}

export function toQuestion({ holder, asset }: Holding): ProbeQuestion {
  return asset.kind === 'native'
    ? { kind: 'balance', holder }
    : { kind: 'tokenBalance', token: asset.token, holder }
}

/** Balances that were read go before what the logs add up to. */
export function listChanges({
  run: { logs = [] },
  holdings,
  before,
  after,
  payer,
}: {
  run: Run
  holdings: readonly Holding[]
  before: ProbeReader
  after: ProbeReader
  payer: Address | undefined
}): AssetChange[] {
  const changes = new Map(
    sumMovements(listMovements(logs)).map((one) => [identifyHolding(one), one]),
  )
  for (const holding of holdings) {
    const balances = {
      before: readBalance(before, holding),
      after: readBalance(after, holding),
    }
    const isPayer = holding.holder === payer && holding.asset.kind === 'native'
    if (
      isPayer ||
      balances.before === undefined ||
      balances.after === undefined
    )
      continue
    const { before: had, after: has } = balances
    changes.set(identifyHolding(holding), {
      ...holding,
      change: has - had,
      balances: { before: had, after: has },
    })
  }
  return [...changes.values()].filter(
    ({ holder, change }) => change !== 0n && holder !== zeroAddress,
  )
}

function readBalance(reader: ProbeReader, { asset }: Holding) {
  return asset.kind === 'native' ? reader.readWord() : reader.readTokenBalance()
}
