import type { Call } from './calls.js'
import { findContractRisks } from './contractRisks.js'
import { findImitations } from './imitations.js'
import { findMethod } from './methods.js'
import { findOddCalls } from './oddCalls.js'
import { publishedLibraries } from './published.js'
import {
  danger,
  isKnown,
  type Known,
  type Risk,
  warning,
  zero,
} from './risk.js'
import { type Domain, isBefore, type SafeTransaction } from './safe.js'
import { findSettingsRisks } from './settingsRisks.js'
import { findTokenRisks } from './tokenRisks.js'

export function findRisks(
  domain: Domain,
  transaction: SafeTransaction,
  calls: readonly Call[],
  known: Known,
): Risk[] {
  const risks = [
    ...calls.flatMap((call) =>
      [
        ...findCodeRisks(call),
        ...findMore(call),
        ...findKept(call, known),
        ...findNestedRefund(call),
        ...findSettingsRisks(call, known),
        ...findTokenRisks(call, known),
        ...findContractRisks(call, known),
      ].map(({ level, text }) => ({
        level,
        text: `Call ${call.number}: ${text}`,
      })),
    ),
    ...findOddCalls(calls),
    ...findReplay(domain),
    ...findRefund(transaction, 'The safe'),
    ...findImitations(listNamed(calls), known),
  ]
  return risks.sort((a, b) => a.level.localeCompare(b.level))
}

function findCodeRisks(call: Call): Risk[] {
  const { to, operation, method, data, value, from } = call
  if (operation > 1)
    return [danger(`has the operation ${operation}, which no safe supports.`)]
  if (operation === 1 && !publishedLibraries[to])
    return [
      danger(
        `lets the code of ${to} act as the safe ${from} (delegatecall). Unknown code can take everything.`,
      ),
    ]
  if (call.isCutOff)
    return [danger('carries calls that this program can’t read.')]
  if (method?.name === 'multiSend' && operation === 0)
    return [
      danger(
        `sends a batch to ${to} by an ordinary call: its calls would not be made by the safe.`,
      ),
    ]
  if (method || data === '0x') return []
  const name = findMethod(data.slice(0, 10))?.name
  const what = name ? `the method ${name}` : 'a method'
  if (to === from)
    return [danger('changes the safe in a way that this program can’t read.')]
  return value > 0n
    ? [
        warning(
          `sends value to ${to} with ${what} that this program can’t read.`,
        ),
      ]
    : [warning(`calls ${what} of ${to} that this program can’t read.`)]
}

function findMore({ hasMore }: Call): Risk[] {
  return hasMore
    ? [
        warning(
          'has bytes that are not part of its arguments. This program can’t read them.',
        ),
      ]
    : []
}

/** The name of a method says nothing of what the code does with value. */
function findKept(call: Call, known: Known): Risk[] {
  const { to, from, operation, value, method } = call
  if (operation !== 0 || value === 0n || !method) return []
  return to === from || isKnown(to, known)
    ? []
    : [
        warning(
          `sends value to ${to} with the method ${method.name}. The contract can keep the value.`,
        ),
      ]
}

/** Safes before 1.3.0 sign without the network. */
function findReplay({ safe, version }: Domain): Risk[] {
  return isBefore(version, [1, 3, 0])
    ? [
        danger(
          `A signature of a safe of version ${version} is valid on every network where ${safe} is a safe of the same owners.`,
        ),
      ]
    : []
}

type Gas = Pick<
  SafeTransaction,
  'gasPrice' | 'baseGas' | 'gasToken' | 'refundReceiver'
>

/** No field bounds it: what the execution uses is paid as well. */
function findRefund(gas: Gas, payer: string): Risk[] {
  const { gasPrice, baseGas, gasToken, refundReceiver } = gas
  if (gasPrice === 0n) return []
  const token = gasToken === zero ? 'wei' : `units of ${gasToken}`
  const who = refundReceiver === zero ? 'the executor' : refundReceiver
  return [
    danger(
      `${payer} pays a refund to ${who}: ${gasPrice} ${token} for each unit of gas. It pays for ${baseGas} units and for all that the execution uses.`,
    ),
  ]
}

function findNestedRefund({ to, method, values }: Call): Risk[] {
  if (method?.name !== 'execTransaction' || !values) return []
  const [, , , , , baseGas, gasPrice, gasToken, refundReceiver] =
    values.map(String)
  return findRefund(
    {
      baseGas: BigInt(baseGas ?? 0),
      gasPrice: BigInt(gasPrice ?? 0),
      gasToken: gasToken ?? zero,
      refundReceiver: refundReceiver ?? zero,
    },
    `the safe ${to}`,
  )
}

/** Anyone who a call is made to, or names. */
function listNamed(calls: readonly Call[]): readonly string[] {
  return calls.flatMap(({ to, values }) => [
    to,
    ...(values ?? []).flat(9).map(String),
  ])
}
