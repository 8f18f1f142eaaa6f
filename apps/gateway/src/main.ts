import { setFlagsFromString } from 'node:v8'
import { BaseError } from '@covault/protocol'
import { readConfig } from './config.js'
import { createLog } from './createLog.js'
import { readCommandLine } from './program/program.js'
import { startGateway } from './startGateway.js'

// A heap of 60 MB may else reach several hundred before it is cleaned, for the
// machine has room: under a flood of large answers that is what memory goes to.
setFlagsFromString('--heap-growing-percent=40')

const print = (line: string) => void process.stdout.write(`${line}\n`)

try {
  const asked = readCommandLine(process.argv.slice(2))
  if (asked.type === 'help') print(asked.text)
  else if (asked.type === 'start') await start(asked.args)
  else {
    const log = createLog({ level: 'warn' }, process.stderr)
    const { args, run } = asked
    process.exit(await run({ args, environment: process.env, log, print }))
  }
} catch (error) {
  const message =
    error instanceof BaseError ? error.message : `Unexpected: ${String(error)}`
  process.stderr.write(`${message}\n`)
  process.send?.({ type: 'failed', message })
  process.exitCode = 1
  process.disconnect?.()
}

async function start(args: string[]): Promise<void> {
  const log = createLog()
  const config = await readConfig(args, process.env)
  const gateway = await startGateway({ config, log }).catch((error) => {
    log.fatal({ error }, 'The gateway did not start')
    throw error
  })
  log.info({ url: gateway.url }, 'The gateway is ready')
  process.send?.({ type: 'ready', processes: gateway.processes })

  const stop = (signal: NodeJS.Signals) => {
    log.info({ signal }, 'Stopping')
    gateway.stop().then(
      () => process.exit(0),
      (error) => {
        log.fatal({ error }, 'Stopping failed')
        process.exit(1)
      },
    )
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  // The launcher is gone without a word (kill -9): nobody would stop us.
  process.once('disconnect', () => stop('SIGTERM'))
}
