import { BaseError, formatPrefixedAddress, writeCount } from '@covault/protocol'
import { openChain } from '../chain/client.js'
import { readConfig } from '../config.js'
import { createContext } from '../createContext.js'
import { createBudget } from '../moveIn/budget.js'
import { moveIn } from '../moveIn/moveIn.js'
import { openProgress } from '../moveIn/progress.js'
import { createReport } from '../moveIn/report.js'
import { openSource } from '../moveIn/source.js'
import { withoutLimits } from '../moveIn/withoutLimits.js'
import { readGenesis } from '../store/chains.js'
import { type CommandInput, UsageError } from './command.js'
import { resolveSafe } from './resolveSafe.js'
import { takeFlag, takeOptions } from './takeOptions.js'
import { withStore } from './withStore.js'

/** `move-in --from URL --safe eth:0x...` */
export async function runMoveIn(input: CommandInput): Promise<number> {
  const { environment, log, print } = input
  const flag = takeFlag(input.args, 'proposers')
  const { values, rest } = takeOptions(flag.rest, [
    ...(['from', 'safe', 'calls', 'per-second'] as const),
  ])
  const config = withoutLimits(await readConfig(rest, environment))
  const { chain, safe } = resolveSafe(config, values.safe)
  if (!values.from)
    throw new UsageError(
      'Name the other service: --from https://service.example/tx-service/eth',
    )
  const { take, calls } = createBudget({
    mostCalls: readCount('calls', values.calls ?? '1000'),
    perSecond: readCount('per-second', values['per-second'] ?? '5'),
  })
  const source = openSource({
    from: values.from,
    token: environment.COVAULT_MOVE_IN_TOKEN || undefined,
    take,
  })
  const { chainId, shortName } = chain
  const report = createReport()
  const name = formatPrefixedAddress({ shortName, address: safe })
  const stopped = await withStore({ config, log }, async (store) => {
    const access = openChain(chain, { withinMs: patienceMs })
    const genesis = await readGenesis(store, chainId)
    if (genesis !== undefined) access.pool.expectGenesis(genesis)
    const { dataFolder } = config
    return moveIn({
      context: createContext({ config, log, store, chains: [access] }),
      source,
      report,
      progress: openProgress({ dataFolder, chainId, safe, from: source.url }),
      chainId,
      address: safe,
      believesProposers: flag.isSet,
      tell: print,
    }).then(
      () => undefined,
      (error: unknown) => error,
    )
  })
  print(`${name} from ${source.url}`)
  for (const line of report.write()) print(line)
  const asked = writeCount(calls(), { one: 'time', other: 'times' })
  print(`The other service was called ${asked}.`)
  if (stopped instanceof BaseError) {
    print(`Not finished: ${stopped.message}`)
    return 1
  }
  if (stopped) throw stopped
  return report.refusals() === 0 ? 0 : 1
}

/** Nobody waits in front of a screen. */
const patienceMs = 10_000

function readCount(name: string, text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count > 0 && count <= 1_000_000) return count
  throw new UsageError(
    `--${name} must be a whole number above 0, not "${text}".`,
  )
}
