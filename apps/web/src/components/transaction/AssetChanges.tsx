import type { Asset, AssetChange, LoggedApproval } from '@covault/protocol'
import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { toForeignText } from '../../lib/foreignText.js'
import { formatAmount } from '../../lib/formatAmount.js'
import { formatCount } from '../../lib/formatCount.js'
import { toNumbered } from '../../lib/numbered.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { type ContractFacts, contractsQuery } from '../../trust/contracts.js'
import type { Effects } from '../../trust/simulate.js'
import { AddressText } from '../../ui/AddressText.js'
import { WholeAddress } from '../../ui/WholeAddress.js'
import { AddressName } from '../AddressName.js'
import classes from './SimulationReport.module.css'

/** A batch may pay thousands; that many rows are drawn. */
const mostRows = 60

type FindFacts = (token: Address) => ContractFacts | undefined

/** Who gets and who gives what, and who may take more from now on. */
export function AssetChanges({
  chain,
  effects: { changes, approvals, logs },
}: {
  chain: ChainConfig
  effects: Effects
}) {
  const shown = changes.slice(0, mostRows)
  const tokens = new Set([
    ...shown.flatMap(({ asset }) => ('token' in asset ? asset.token : [])),
    ...approvals.slice(0, mostRows).map(({ token }) => token),
  ])
  const { data: facts = [] } = useQuery(contractsQuery(chain, [...tokens]))
  const find: FindFacts = (token) =>
    facts.find(({ address }) => address === token)
  return (
    <>
      {changes.length === 0 && (
        <p className={classes.note}>
          {logs ? 'No tokens or collectibles move.' : 'No balances change.'}
        </p>
      )}
      {changes.length > 0 && (
        <table className={classes.table} aria-label="Balance changes">
          {groupByToken(shown).map(([token, group]) => (
            <Group
              key={token}
              chain={chain}
              asset={group[0].asset}
              group={group}
              find={find}
            />
          ))}
        </table>
      )}
      {changes.length > mostRows && (
        <p className={classes.note}>
          and {formatCount(changes.length - mostRows, 'more change')}
        </p>
      )}
      {approvals.length > 0 && (
        <Approvals chain={chain} approvals={approvals} find={find} />
      )}
    </>
  )
}

type FilledGroup = [AssetChange, ...AssetChange[]]

/** Those who hold one asset are read together. */
function groupByToken(
  changes: readonly AssetChange[],
): [string, FilledGroup][] {
  const groups = new Map<string, FilledGroup>()
  for (const change of changes) {
    const { asset } = change
    const key = asset.kind === 'native' ? asset.kind : asset.token
    const group = groups.get(key)
    if (group) group.push(change)
    else groups.set(key, [change])
  }
  return [...groups]
}

function Group({
  chain,
  asset,
  group,
  find,
}: {
  chain: ChainConfig
  asset: Asset
  group: readonly AssetChange[]
  find: FindFacts
}) {
  const known =
    asset.kind === 'native' ? chain.nativeCurrency : find(asset.token)?.token
  return (
    <tbody>
      <tr className={classes.head}>
        <th scope="col">
          {nameAsset(asset, known?.symbol)}
          {'token' in asset && (
            <span className={classes.code}>
              <WholeAddress address={asset.token} />
            </span>
          )}
        </th>
        <th scope="col">Before</th>
        <th scope="col">After</th>
        <th scope="col">Change</th>
      </tr>
      {toNumbered(group).map(({ item, at }) => (
        <Row key={at} chain={chain} change={item} decimals={known?.decimals} />
      ))}
    </tbody>
  )
}

function nameAsset(asset: Asset, symbol: string | undefined): string {
  if (symbol) return toForeignText(symbol, 20)
  return 'tokenId' in asset ? 'Collectibles' : 'Units of a token'
}

function Row({
  chain,
  change: { holder, asset, change, balances },
  decimals = 0,
}: {
  chain: ChainConfig
  change: AssetChange
  decimals: number | undefined
}) {
  const item = 'tokenId' in asset ? `No. ${asset.tokenId}` : undefined
  return (
    <tr>
      <th scope="row">
        <AddressName chain={chain} address={holder} note={item} />
      </th>
      <td>
        {balances && <Digits amount={balances.before} decimals={decimals} />}
      </td>
      <td>
        {balances && <Digits amount={balances.after} decimals={decimals} />}
      </td>
      <td>
        {change < 0n ? '−' : '+'}{' '}
        <Digits amount={change < 0n ? -change : change} decimals={decimals} />
      </td>
    </tr>
  )
}

/** Where it does not fit in a line, it breaks before the point. */
function Digits({ amount, decimals }: { amount: bigint; decimals: number }) {
  const { integer, fraction } = formatAmount(amount, decimals)
  return (
    <>
      {integer}
      {fraction && (
        <>
          <wbr />.{fraction}
        </>
      )}
    </>
  )
}

function Approvals({
  chain,
  approvals,
  find,
}: {
  chain: ChainConfig
  approvals: readonly LoggedApproval[]
  find: FindFacts
}) {
  return (
    <ul className={classes.approvals} aria-label="Approvals">
      {toNumbered(approvals.slice(0, mostRows)).map(({ item, at }) => (
        <li key={at} className={classes.approval}>
          <AddressName chain={chain} address={item.spender} isFull />
          <span>
            {describeApproval(item, find(item.token))}
            <span className={classes.code}>
              <AddressText
                text={`(contract ${item.token}) from ${item.holder}`}
              />
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Beyond that no token has so many. */
const unlimited = 2n ** 255n

function describeApproval(
  approval: LoggedApproval,
  facts: ContractFacts | undefined,
): string {
  switch (approval.kind) {
    case 'all':
      return approval.isApproved
        ? 'may take every collectible'
        : 'may take nothing'
    case 'item':
      return `may take collectible No. ${approval.tokenId}`
    case 'amount': {
      const { amount } = approval
      if (amount === 0n) return 'may take nothing'
      const unit = facts?.token
        ? toForeignText(facts.token.symbol, 20)
        : 'units'
      return amount >= unlimited
        ? `may take any amount of ${unit}`
        : `may take up to ${writeAmount(amount, facts?.token?.decimals ?? 0)} ${unit}`
    }
  }
}

function writeAmount(amount: bigint, decimals: number): string {
  const { integer, fraction } = formatAmount(amount, decimals)
  return fraction ? `${integer}.${fraction}` : integer
}
