import { formatPrefixedAddress } from '@covault/protocol'
import type { ChainConfig } from '../chainsConfig.js'
import { type Config, readConfig } from '../config.js'
import { examine } from '../doctor/examine.js'
import { type Line, tell, tellEstimate } from '../doctor/tell.js'
import { firstRange } from '../startIndexers.js'
import type { CommandInput } from './command.js'
import { resolveSafe, type SafeOnChain } from './resolveSafe.js'
import { takeOptions } from './takeOptions.js'

/**
 * `doctor [--safe eth:0x...]`. Endpoints are named by their place in the
 * configuration: every part of an address may be a key.
 */
export async function runDoctor(input: CommandInput): Promise<number> {
  const { environment, print } = input
  const { values, rest } = takeOptions(input.args, ['safe'])
  const config = await readConfig(rest, environment)
  const asked =
    values.safe === undefined ? undefined : resolveSafe(config, values.safe)
  let unusable = 0
  let isAllWell = true
  for (const chain of config.chains) {
    const verdicts: boolean[] = []
    for (const at of chain.rpcUrls.keys()) {
      const lines = await examineOne(config, { chain, at, asked })
      print(
        `${chain.name} (${chain.shortName}), RPC endpoint ${at + 1} of ${chain.rpcUrls.length}`,
      )
      for (const { level, text } of lines) print(`  ${level.padEnd(6)}${text}`)
      isAllWell &&= lines.every(({ level }) => level === 'ok')
      verdicts.push(lines.every(({ level }) => level !== 'fail'))
    }
    if (verdicts.includes(true)) continue
    unusable++
    print(
      `${chain.name} cannot be served: none of its RPC endpoints can be used.`,
    )
  }
  if (unusable === 0) print('Every network can be served.')
  if (!isAllWell && rest.some((arg) => /^--network(=|$)/.test(arg)))
    print(
      'With --network the addresses of rpcUrls are those in COVAULT_RPC_URL. Other settings need a configuration file.',
    )
  return unusable === 0 ? 0 : 1
}

async function examineOne(
  { following }: Config,
  parameters: {
    chain: ChainConfig
    at: number
    asked: SafeOnChain | undefined
  },
): Promise<Line[]> {
  const { chain, at, asked } = parameters
  const { chainId, shortName } = chain
  const safe = asked?.chain.chainId === chainId ? asked.safe : undefined
  const url = chain.rpcUrls[at] ?? ''
  const examination = await examine({ url, chainId, safe })
  const lines = tell(chain, examination, { now: Date.now() })
  if (!safe || examination.status === 'unusable') return lines
  const estimate = tellEstimate(
    formatPrefixedAddress({ shortName, address: safe }),
    examination,
    {
      blocksBeforeCreation: BigInt(following.blocksBeforeCreation),
      firstRange,
    },
  )
  return [...lines, estimate]
}
