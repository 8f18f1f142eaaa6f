import { TextInput } from '@mantine/core'
import { formatUnits, keccak256 } from 'viem'
import { HashValue } from '../../components/transaction/HashValue.js'
import type { ChainConfig } from '../../trust/chainClient.js'
import type { Fees } from '../../trust/fees.js'
import { Remark } from '../../ui/Remark.js'
import { SkeletonBar } from '../../ui/SkeletonBar.js'
import { describeError } from '../../words/errors.js'
import type { Execution, ExecutionCost } from '../act/execute.js'
import {
  type FeeEdit,
  type FeeTexts,
  feeLabels,
  findFeeProblems,
  readFeeTexts,
  toFeeTexts,
  warnOfFees,
} from '../act/feeChoice.js'
import classes from './SealBlock.module.css'

/** What it costs; the estimate, until somebody writes something else. */
export function FeeFields({
  chain,
  execution,
  cost,
  error,
  edit,
  onEdit,
}: {
  chain: ChainConfig
  execution: Execution | undefined
  cost: ExecutionCost | undefined
  error: Error | null
  edit: FeeEdit | undefined
  onEdit: (edit: FeeEdit) => void
}) {
  if (!cost && error)
    return (
      <Remark kind="danger" role="alert">
        {describeError(error)}
      </Remark>
    )
  if (!cost) return <SkeletonBar width={200} />
  const chosen = edit ? edit.choice : cost
  const most = chosen && chosen.gas * getPrice(chosen.fees)
  const warning = chosen && warnOfFees(chosen, cost)
  return (
    <details className={classes.fees}>
      <summary>
        {most === undefined
          ? 'Network fee incomplete'
          : `Network fee at most ${format(roundUp(most), chain)}`}
        {edit && most !== undefined && ', edited'}
      </summary>
      <GasFields
        texts={edit?.texts ?? toFeeTexts(cost)}
        onTexts={(texts) => onEdit(readFeeTexts(texts))}
      />
      {warning && (
        <Remark kind="danger" role="alert">
          {warning}
        </Remark>
      )}
      {execution && (
        <div data-hash="calldata">
          Hash of the data for your wallet
          <HashValue hash={keccak256(execution.data)} />
        </div>
      )}
      {most !== undefined && most > cost.balance && (
        <Remark kind="danger" role="alert">
          Your account has only {format(cost.balance, chain)}.
        </Remark>
      )}
    </details>
  )
}

function GasFields({
  texts,
  onTexts,
}: {
  texts: FeeTexts
  onTexts: (texts: FeeTexts) => void
}) {
  const problems = findFeeProblems(texts)
  return (
    <div className={classes.gas}>
      {Object.entries(texts).map(([name, text]) => (
        <TextInput
          key={name}
          label={feeLabels[name]}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          error={problems[name]}
          onChange={(event) =>
            onTexts({ ...texts, [name]: event.target.value.trim() })
          }
        />
      ))}
    </div>
  )
}

function getPrice(fees: Fees): bigint {
  return fees.kind === 'legacy' ? fees.gasPrice : fees.maxFeePerGas
}

/** To four digits: the most stays the most, and can be read. */
function roundUp(amount: bigint): bigint {
  const step = 10n ** BigInt(Math.max(0, String(amount).length - 4))
  return ((amount + step - 1n) / step) * step
}

function format(
  amount: bigint,
  { nativeCurrency: { decimals, symbol } }: ChainConfig,
): string {
  return `${formatUnits(amount, decimals)} ${symbol}`
}
