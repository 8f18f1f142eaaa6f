import { useState } from 'react'
import { formatGwei, formatUnits, keccak256, parseGwei } from 'viem'
import { HashValue } from '../../components/transaction/HashValue.js'
import { describeError } from '../../lib/describeError.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import { Remark } from '../../ui/Remark.js'
import { SkeletonBar } from '../../ui/SkeletonBar.js'
import { TextField } from '../../ui/TextField.js'
import type { Execution, ExecutionCost, Fees } from '../execute.js'
import classes from './SealBlock.module.css'

/** What the sender is willing to pay. */
export type FeeChoice = { gas: bigint; fees: Fees }

export function FeeFields({
  chain,
  execution,
  cost,
  error,
  choice,
  onChoice,
}: {
  chain: ChainConfig
  execution: Execution | undefined
  cost: ExecutionCost | undefined
  error: Error | null
  choice: FeeChoice | undefined
  onChoice: (choice: FeeChoice | undefined) => void
}) {
  if (!cost && error)
    return (
      <Remark kind="danger" role="alert">
        {describeError(error)}
      </Remark>
    )
  if (!cost) return <SkeletonBar width={200} />
  const chosen = choice ?? cost
  const most = chosen.gas * getPrice(chosen.fees)
  return (
    <details className={classes.fees}>
      <summary>
        Network fee at most {format(most, chain)}
        {choice && ', edited'}
      </summary>
      <GasFields
        key={cost.fees.kind}
        cost={choice ?? cost}
        onChoice={onChoice}
      />
      {execution && (
        <div data-hash="calldata">
          Hash of the data handed to the wallet
          <HashValue hash={keccak256(execution.data)} />
        </div>
      )}
      {most > cost.balance && (
        <Remark kind="danger" role="alert">
          Your account has {format(cost.balance, chain)}, which is less.
        </Remark>
      )}
    </details>
  )
}

function GasFields({
  cost,
  onChoice,
}: {
  cost: FeeChoice
  onChoice: (choice: FeeChoice) => void
}) {
  const [texts, setTexts] = useState(() => toTexts(cost))
  const problems = findProblems(texts)
  const write = (name: string, text: string) => {
    const next = { ...texts, [name]: text }
    setTexts(next)
    const choice = readTexts(next, cost.fees.kind)
    if (choice) onChoice(choice)
  }
  return (
    <div className={classes.gas}>
      {Object.entries(texts).map(([name, text]) => (
        <TextField
          key={name}
          label={labels[name]}
          inputMode="decimal"
          value={text}
          error={problems[name]}
          onChange={(event) => write(name, event.target.value)}
        />
      ))}
    </div>
  )
}

const labels: Readonly<Record<string, string>> = {
  gas: 'Gas limit',
  maxFee: 'Highest fee, gwei',
  tip: 'Tip, gwei',
  price: 'Gas price, gwei',
}

function toTexts({ gas, fees }: FeeChoice): Record<string, string> {
  if (fees.kind === 'legacy')
    return { gas: String(gas), price: formatGwei(fees.gasPrice) }
  return {
    gas: String(gas),
    maxFee: formatGwei(fees.maxFeePerGas),
    tip: formatGwei(fees.maxPriorityFeePerGas),
  }
}

function findProblems(texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => {
      const isRight =
        name === 'gas' ? /^[1-9]\d{4,8}$/.test(text) : isGwei(text)
      if (isRight) return []
      return [
        [
          name,
          name === 'gas'
            ? 'A whole number from 21,000 on.'
            : 'A number in gwei, with a point and at most 9 decimals.',
        ],
      ]
    }),
  )
}

function isGwei(text: string): boolean {
  return /^\d{1,9}(\.\d{1,9})?$/.test(text)
}

function readTexts(
  texts: Record<string, string>,
  kind: Fees['kind'],
): FeeChoice | undefined {
  if (Object.keys(findProblems(texts)).length > 0) return undefined
  const gas = BigInt(texts.gas ?? '0')
  if (kind === 'legacy')
    return { gas, fees: { kind, gasPrice: parseGwei(texts.price ?? '0') } }
  return {
    gas,
    fees: {
      kind,
      maxFeePerGas: parseGwei(texts.maxFee ?? '0'),
      maxPriorityFeePerGas: parseGwei(texts.tip ?? '0'),
    },
  }
}

function getPrice(fees: Fees): bigint {
  return fees.kind === 'legacy' ? fees.gasPrice : fees.maxFeePerGas
}

function format(
  amount: bigint,
  { nativeCurrency: { decimals, symbol } }: ChainConfig,
): string {
  return `${formatUnits(amount, decimals)} ${symbol}`
}
