import { nameChain, nouns, writeCount, writeNumber } from '@covault/protocol'
import { defaultDepth } from '../chain/blocks.js'
import type { ChainConfig } from '../chainsConfig.js'
import { type Estimate, estimateIndex, readRate } from './estimate.js'
import type { Abilities, Examination, Problem } from './examine.js'

/** How much a line matters. */
type Level = 'ok' | 'slow' | 'fail'
export type Line = { level: Level; text: string }

type Told = Pick<ChainConfig, 'chainId' | 'name' | 'finalityDepth' | 'hintsUrl'>

/** What an examination means for anyone who runs a gateway, in words. */
export function tell(
  chain: Told,
  examination: Examination,
  { now }: { now: number },
): Line[] {
  if (examination.status === 'unusable')
    return [{ level: 'fail', text: tellProblem(chain, examination.problem) }]
  return [
    tellSpeed(chain, examination, now),
    tellRange(chain, examination),
    ...tellFollowing(chain, examination),
    ...tellPast(examination),
    ...tellBurst(examination),
  ]
}

function tellProblem(chain: Told, problem: Problem): string {
  switch (problem.type) {
    case 'wrongChain':
      return `Wrong network: the endpoint answers for ${nameChain(problem.answered)}, not ${nameChain(chain.chainId, [chain])}. Correct the address in rpcUrls.`
    case 'keyRefused':
      return 'The endpoint refuses the key. Check that the address is complete and that the plan is paid and allows this network.'
    case 'busy':
      return 'The endpoint refuses every request because its limit was reached. The quota of the plan may be used up. Try later, or add another endpoint to rpcUrls.'
    case 'silent':
      return `The endpoint cannot be used. ${problem.reason} Check the address and whether its node runs.`
  }
}

const slowMs = 1_000
const staleSeconds = 300

function tellSpeed({ chainId }: Told, abilities: Abilities, now: number): Line {
  const { head, latencyMs } = abilities
  const age = Math.max(0, Math.round(now / 1000 - head.time))
  const facts = `Chain ID ${chainId}, block ${writeNumber(head.number)}, answers in ${Math.round(latencyMs)} ms.`
  if (latencyMs > slowMs)
    return {
      level: 'slow',
      text: `${facts} That is slow, so pages will load slowly. Put a faster endpoint first in rpcUrls.`,
    }
  if (age > staleSeconds)
    return {
      level: 'slow',
      text: `${facts} The latest block is ${writeCount(Math.round(age / 60), nouns.minute)} old: the node may be stuck or still syncing.`,
    }
  return { level: 'ok', text: facts }
}

const block = { one: 'block', other: 'blocks' }

function tellRange({ hintsUrl }: Told, { range, head }: Abilities): Line {
  if (range === undefined)
    return {
      level: 'fail',
      text: 'Logs are refused (eth_getLogs). Without them no history can be read. Use another endpoint.',
    }
  const isAll = range > head.number
  const text = isAll
    ? 'Returns the logs of the whole chain in one request.'
    : `Returns the logs of at least ${writeCount(range, block)} in one request.`
  if (isAll || range >= 2_000n) return { level: 'ok', text }
  const help =
    hintsUrl === undefined
      ? 'Set hints for this chain to a transaction service, which tells where to look, or put an endpoint with larger ranges, such as your own node, first in rpcUrls.'
      : 'Until then the history comes from the service in hints, as far as this endpoint confirms it.'
  return {
    level: 'slow',
    text: `${text} The first index of an old safe will take a long time. ${help}`,
  }
}

function tellFollowing(chain: Told, abilities: Abilities): Line[] {
  const { finalized, batch, logsByHash, receipts, longLists } = abilities
  const lines: Line[] = []
  if (finalized) lines.push({ level: 'ok', text: 'Reports final blocks.' })
  else if (chain.finalityDepth === undefined)
    lines.push({
      level: 'slow',
      text: `Does not report final blocks, so blocks ${defaultDepth} below the latest count as final. Set finalityDepth for this chain to wait for fewer, for example 65 on Ethereum.`,
    })
  if (!batch)
    lines.push({
      level: 'slow',
      text: 'Refuses batched requests, so they are sent one by one. An endpoint that accepts batches is faster.',
    })
  if (!logsByHash)
    lines.push({
      level: 'slow',
      text: 'Refuses logs by block hash, so new blocks are asked for by number and compared afterwards. An endpoint that accepts block hashes needs fewer requests.',
    })
  if (!receipts)
    lines.push({
      level: 'ok',
      text: 'Does not return block receipts. Logs that the node left out of a new block are found when the block is final.',
    })
  if (!longLists)
    lines.push({
      level: 'slow',
      text: 'Takes few addresses in one request for logs, so many safes need many requests. Follow fewer safes (following.maximumSafes), or use another endpoint.',
    })
  return lines
}

function tellPast({ archive, traces }: Abilities): Line[] {
  return [
    archive
      ? { level: 'ok', text: 'Knows the past state of the chain (archive).' }
      : {
          level: 'slow',
          text: 'Does not know the past state of the chain (no archive). The creation of a safe cannot be found, so its index begins at the first block. An archive endpoint in rpcUrls helps.',
        },
    traces
      ? { level: 'ok', text: 'Traces transactions.' }
      : {
          level: 'ok',
          text: 'Does not trace transactions. Only details of safes before version 1.3.0 that were executed through other contracts stay unknown.',
        },
  ]
}

function tellBurst(abilities: Abilities): Line[] {
  const { sent, unknown } = abilities.burst
  const rate = readRate(abilities)
  const lines: Line[] =
    rate === undefined
      ? [{ level: 'ok', text: `Answered ${sent} requests at the same time.` }]
      : [
          {
            level: 'slow',
            text: `Limits requests: it answers about ${rate} in a second. The gateway stays below that. Raise pollSeconds for this chain, follow fewer safes (following.maximumSafes), or add another endpoint to rpcUrls.`,
          },
        ]
  if (unknown > 0)
    lines.push({
      level: 'ok',
      text: 'Several nodes answer at this address, and some do not know the newest blocks yet. Logs are believed only together with their block.',
    })
  return lines
}

/** How long until everything of a safe is known. */
export function tellEstimate(
  name: string,
  abilities: Abilities,
  parameters: { blocksBeforeCreation: bigint; firstRange: bigint },
): Line {
  const { safe, range } = abilities
  if (!safe?.hasCode)
    return {
      level: 'fail',
      text: `${name} has no code on this network. Check the address and the network.`,
    }
  if (range === undefined)
    return { level: 'fail', text: `${name} cannot be indexed here.` }
  const { blocksBeforeCreation: before, firstRange } = parameters
  const { creation } = safe
  const from =
    creation === undefined || creation < before ? 0n : creation - before
  const estimate = estimateIndex({ ...abilities, range }, { from, firstRange })
  const since =
    creation === undefined
      ? 'its creation is unknown'
      : `created in block ${writeNumber(creation)}`
  return {
    level: estimate.seconds > 3_600 ? 'slow' : 'ok',
    text: `First index of ${name} (${since}): ${writeCount(estimate.blocks, block)}, about ${writeCount(estimate.calls, nouns.call)}, about ${writeDuration(estimate)}, and about 3 calls for each transaction found. The newest transactions appear first, and the safe can be used meanwhile.`,
  }
}

const second = { one: 'second', other: 'seconds' }
const hour = { one: 'hour', other: 'hours' }

function writeDuration({ seconds }: Estimate): string {
  if (seconds < 90) return writeCount(Math.ceil(seconds), second)
  if (seconds < 5_400) return writeCount(Math.ceil(seconds / 60), nouns.minute)
  if (seconds < 172_800) return writeCount(Math.ceil(seconds / 3_600), hour)
  return writeCount(Math.ceil(seconds / 86_400), nouns.day)
}
