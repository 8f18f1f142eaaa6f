import { formatGwei, parseGwei } from 'viem'
import type { Fees } from '../../trust/fees.js'
import {
  feeErrors,
  writeLeastGas,
  writeLittleGas,
  writeMostGas,
} from '../../words/fees.js'
import type { ExecutionCost } from './execute.js'

/** What the sender is willing to pay. */
export type FeeChoice = { gas: bigint; fees: Fees }

export type FeeTexts = Readonly<Record<string, string>>

/** The fields as they were edited; without a choice nothing can be sent. */
export type FeeEdit = {
  texts: FeeTexts
  choice: FeeChoice | undefined
  /** Why there is no choice. */
  problem: string | undefined
}

export const feeLabels: Readonly<Record<string, string>> = {
  gas: 'Gas limit',
  maxFee: 'Max fee (gwei)',
  tip: 'Tip (gwei)',
  price: 'Gas price (gwei)',
}

export function toFeeTexts({ gas, fees }: FeeChoice): FeeTexts {
  if (fees.kind === 'legacy')
    return { gas: String(gas), price: formatGwei(fees.gasPrice) }
  return {
    gas: String(gas),
    maxFee: formatGwei(fees.maxFeePerGas),
    tip: formatGwei(fees.maxPriorityFeePerGas),
  }
}

export function readFeeTexts(texts: FeeTexts): FeeEdit {
  const [first] = Object.entries(findFeeProblems(texts))
  if (first) {
    const [name, words] = first
    const problem = `${feeLabels[name]}: ${words}`
    return { texts, choice: undefined, problem }
  }
  const gas = BigInt(texts.gas ?? '')
  const fees: Fees =
    texts.price === undefined
      ? {
          kind: 'eip1559',
          maxFeePerGas: parseGwei(texts.maxFee ?? ''),
          maxPriorityFeePerGas: parseGwei(texts.tip ?? ''),
        }
      : { kind: 'legacy', gasPrice: parseGwei(texts.price) }
  return { texts, choice: { gas, fees }, problem: undefined }
}

/** What is wrong, by field. */
export function findFeeProblems(texts: FeeTexts): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => {
      const problem =
        name === 'gas' ? findGasProblem(text) : findPriceProblem(name, texts)
      return problem ? [[name, problem]] : []
    }),
  )
}

/** What the cheapest transaction of all takes. */
const leastGas = 21_000n
const mostGas = 999_999_999n

function findGasProblem(text: string): string | undefined {
  if (!/^\d+$/.test(text)) return feeErrors.notWhole
  if (BigInt(text) < leastGas) return writeLeastGas(leastGas)
  if (BigInt(text) > mostGas) return writeMostGas(mostGas)
  return undefined
}

function findPriceProblem(name: string, texts: FeeTexts): string | undefined {
  const text = texts[name] ?? ''
  if (!isGwei(text)) return feeErrors.notGwei
  if (name !== 'tip' && parseGwei(text) === 0n) return feeErrors.zero
  const { maxFee } = texts
  if (name !== 'tip' || maxFee === undefined || !isGwei(maxFee))
    return undefined
  return parseGwei(text) > parseGwei(maxFee) ? feeErrors.tip : undefined
}

function isGwei(text: string): boolean {
  return /^\d{1,9}(\.\d{1,9})?$/.test(text)
}

/** What it will come to with this choice, where that is bad. */
export function warnOfFees(
  { gas }: FeeChoice,
  { needed }: Pick<ExecutionCost, 'needed'>,
): string | undefined {
  return gas >= needed ? undefined : writeLittleGas(needed)
}
