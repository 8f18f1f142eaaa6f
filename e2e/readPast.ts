import { type DevnetClient, getDemoContractAddress } from '@covault/devnet'
import { listAllowanceModules } from '@covault/protocol'
import {
  type Address,
  decodeFunctionData,
  erc20Abi,
  erc721Abi,
  formatEther,
  formatUnits,
  type Hex,
  parseAbiItem,
} from 'viem'
import { safeAbi } from './safeAbi.js'

const transferSingle = parseAbiItem(
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
)

/** A row by a part of its id, and what it has to say. */
type Entry = { part: string; texts: string[] }

/** What the chain itself says has happened to a safe, kind by kind. */
export async function readPast(
  client: DevnetClient,
  safe: Address,
): Promise<Record<string, Entry[]>> {
  const all = { fromBlock: 0n, toBlock: 'latest' } as const
  const logs = await client.getContractEvents({
    abi: safeAbi,
    address: safe,
    ...all,
  })
  const past: Record<string, Entry[]> = {}
  const add = (kind: string, entry: Entry) => {
    past[kind] = [...(past[kind] ?? []), entry]
  }
  for (const log of logs) {
    if (
      log.eventName === 'ExecutionSuccess' ||
      log.eventName === 'ExecutionFailure'
    ) {
      const { input } = await client.getTransaction({
        hash: log.transactionHash,
      })
      const part = `_${log.args.txHash}`
      const { kind, texts } = describeExecution(safe, input)
      if (log.eventName === 'ExecutionFailure')
        add('failed', { part, texts: ['Failed'] })
      else add(kind, { part, texts: [...texts, 'Executed'] })
    }
    if (log.eventName === 'ExecutionFromModuleSuccess')
      add('module', {
        part: `module_${safe}_i${log.transactionHash.slice(2)}`,
        texts: [`by ${nameModule(log.args.module ?? safe)}`, 'Executed'],
      })
    // An empty call of itself is told as received, and is nothing.
    if (log.eventName === 'SafeReceived' && log.args.value)
      add('incoming native', {
        part: `_i${log.transactionHash.slice(2)}`,
        texts: [
          `Received from ${short(log.args.sender ?? safe)}`,
          `+ ${grouped(formatEther(log.args.value))} ETH`,
        ],
      })
  }
  for (const [name, decimals, symbol] of [
    ['dollar', 6, 'DUSD'],
    ['garden', 18, 'GRDN'],
  ] as const) {
    const transfers = await client.getContractEvents({
      abi: erc20Abi,
      address: getDemoContractAddress(name),
      eventName: 'Transfer',
      args: { to: safe },
      ...all,
    })
    for (const { args, transactionHash, logIndex } of transfers)
      add('incoming token', {
        part: `_e${transactionHash.slice(2)}${logIndex}`,
        texts: [
          `Received from ${short(args.from ?? safe)}`,
          `+ ${grouped(formatUnits(args.value ?? 0n, decimals))} ${symbol}`,
        ],
      })
  }
  const rings = await client.getContractEvents({
    abi: erc721Abi,
    address: getDemoContractAddress('rings'),
    eventName: 'Transfer',
    args: { to: safe },
    ...all,
  })
  for (const { args, transactionHash, logIndex } of rings)
    add('collectible', {
      part: `_e${transactionHash.slice(2)}${logIndex}`,
      texts: ['Minted', `RING #${args.tokenId}`],
    })
  const items = await client.getLogs({
    address: getDemoContractAddress('items'),
    event: transferSingle,
    args: { to: safe },
    ...all,
  })
  for (const { args, transactionHash } of items)
    add('item', {
      part: `_e${transactionHash.slice(2)}`,
      texts: ['Minted', `#${args.id}`],
    })
  return past
}

function nameModule(module: Address): string {
  const isLimit = listAllowanceModules(31337).some(
    ({ address }) => address === module,
  )
  return isLimit ? 'spending limit' : `module ${short(module)}`
}

/** What the calldata of an execution says, read with the contract's ABI. */
function describeExecution(
  safe: Address,
  input: Hex,
): { kind: string; texts: string[] } {
  const execution = decodeFunctionData({ abi: safeAbi, data: input })
  if (execution.functionName !== 'execTransaction')
    throw new Error(`${execution.functionName} executes nothing.`)
  const [to, value, data, operation] = execution.args
  // What it moved is told, or how many calls it has.
  if (operation === 1) return { kind: 'batch', texts: [] }
  if (to === safe && data === '0x')
    return { kind: 'rejection', texts: ['Rejected the transaction'] }
  if (to === safe) {
    const call = decodeFunctionData({ abi: safeAbi, data })
    if (call.functionName === 'addOwnerWithThreshold')
      return {
        kind: 'settings',
        texts: [`Added owner ${short(call.args[0])}`],
      }
    if (call.functionName === 'removeOwner')
      return {
        kind: 'settings',
        texts: [`Removed owner ${short(call.args[1])}`],
      }
  }
  if (data === '0x')
    return {
      kind: 'outgoing native',
      texts: [`Sent to ${short(to)}`, `− ${grouped(formatEther(value))} ETH`],
    }
  if (to !== getDemoContractAddress('dollar'))
    return { kind: 'call', texts: [] }
  const call = decodeFunctionData({ abi: erc20Abi, data })
  const [recipient, amount] = call.args as [Address, bigint]
  return {
    kind: 'outgoing token',
    texts: [
      `Sent to ${short(recipient)}`,
      `− ${grouped(formatUnits(amount, 6))} DUSD`,
    ],
  }
}

export function short(address: Address): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

/** "1,200" as the screen groups digits; the fraction has two digits at least. */
function grouped(amount: string): string {
  const [integer = '', fraction = ''] = amount.split('.')
  const digits = integer.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${digits}.${fraction.padEnd(2, '0')}`
}
