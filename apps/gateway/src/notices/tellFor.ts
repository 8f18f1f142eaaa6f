import { type Address, formatUnits, isHash } from 'viem'
import type { Context } from '../context.js'
import {
  listWaiting,
  type Notice,
  type ProposalFacts,
  readProposalFacts,
} from '../store/notices.js'
import type { Receiver } from '../store/receivers.js'
import { type Told, tell, toLine } from './tell.js'

/** What a notice says to one receiver, by what is known now. */
export async function tellFor(
  context: Context,
  receiver: Pick<Receiver, 'label' | 'amounts'>,
  notice: Notice,
): Promise<Told | undefined> {
  const { chainId, facts } = notice
  const { notices } = context.config
  return tell(notice, {
    name: nameSafe(receiver, notice),
    appUrl: notices.appUrl,
    shortName: findShortName(context, chainId),
    proposal: await readProposal(context, notice),
    amount:
      receiver.amounts && facts.amount !== undefined
        ? formatMoney(context, { chainId, ...facts, amount: facts.amount })
        : undefined,
    ready: await findReady(context, notice),
  })
}

/** What an execution has made possible. */
export async function findReady(
  { store }: Context,
  { type, chainId, safe }: Notice,
): Promise<string | undefined> {
  if (type !== 'EXECUTED_MULTISIG_TRANSACTION') return undefined
  const waiting = await listWaiting(store, { chainId, safe })
  const ready = waiting.find(
    ({ nonce, next, signatures, needed }) =>
      nonce === next && needed !== null && signatures.length >= needed,
  )
  return ready?.nonce ?? undefined
}

/**
 * By its owner's word, which may be another's who shared it: no link; else by
 * the ends of its address.
 */
export function nameSafe(
  { label }: Pick<Receiver, 'label'>,
  { safe }: { safe: Address },
): string {
  return (
    toLine(label.replaceAll('://', ' ')) ||
    `Safe ${safe.slice(0, 6)}…${safe.slice(-4)}`
  )
}

export function findShortName({ config }: Context, chainId: number): string {
  const chain = config.chains.find((known) => known.chainId === chainId)
  return chain?.shortName ?? String(chainId)
}

export async function readProposal(
  { store }: Context,
  { chainId, safe, body }: Pick<Notice, 'chainId' | 'safe' | 'body'>,
): Promise<ProposalFacts | undefined> {
  const { safeTxHash } = body
  if (typeof safeTxHash !== 'string' || !isHash(safeTxHash)) return undefined
  return readProposalFacts(store, { chainId, safe, safeTxHash })
}

/** How many digits it has and what it is called; undefined: not on a list. */
export function findCurrency(
  { config }: Context,
  { chainId, token }: { chainId: number; token?: string | null },
): { decimals: number; symbol: string } | undefined {
  if (!token)
    return config.chains.find((known) => known.chainId === chainId)
      ?.nativeCurrency
  return config.assets.listedTokens.find(
    (listed) => listed.chainId === chainId && listed.address === token,
  )
}

function formatMoney(
  context: Context,
  parameters: { chainId: number; token?: string | null; amount: string },
): string | undefined {
  const currency = findCurrency(context, parameters)
  if (!currency) return undefined
  const { decimals, symbol } = currency
  return `${formatUnits(BigInt(parameters.amount), decimals)} ${toLine(symbol, 12)}`
}
