import { setFlagsFromString } from 'node:v8'
import { BaseError } from '@covault/protocol'
import { readConfig } from './config.js'
import { createLog } from './createLog.js'
import { runAcceptReorg } from './runAcceptReorg.js'
import { runBackup } from './runBackup.js'
import { runRecheck } from './runRecheck.js'
import { runToken } from './runToken.js'
import { startGateway } from './startGateway.js'

// A heap of 60 MB may else reach several hundred before it is cleaned, for the
// machine has room: under a flood of large answers that is what memory goes to.
setFlagsFromString('--heap-growing-percent=40')

const log = createLog()

const args = process.argv.slice(2)

try {
  const [command] = args
  if (command === 'export' || command === 'import') {
    await runBackup({
      command,
      args: args.slice(1),
      environment: process.env,
      log: createLog({ level: 'warn' }, process.stderr),
      print: (line) => process.stdout.write(`${line}\n`),
    })
    process.exit(0)
  }
  if (command === 'accept-reorg') {
    await runAcceptReorg({
      args: args.slice(1),
      environment: process.env,
      log: createLog({ level: 'warn' }, process.stderr),
      print: (line) => process.stdout.write(`${line}\n`),
    })
    process.exit(0)
  }
  if (command === 'token') {
    await runToken({
      args: args.slice(1),
      environment: process.env,
      log: createLog({ level: 'warn' }, process.stderr),
      print: (line) => process.stdout.write(`${line}\n`),
    })
    process.exit(0)
  }
  if (command === 'recheck') {
    const differences = await runRecheck({
      args: args.slice(1),
      environment: process.env,
      log: createLog({ level: 'warn' }, process.stderr),
      print: (line) => process.stdout.write(`${line}\n`),
    })
    process.exit(differences === 0 ? 0 : 1)
  }
  const config = await readConfig(args, process.env)
  const gateway = await startGateway({ config, log })
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
} catch (error) {
  log.fatal({ error }, 'The gateway did not start')
  const message =
    error instanceof BaseError ? error.message : `Unexpected: ${String(error)}`
  process.stderr.write(`${message}\n`)
  process.send?.({ type: 'failed', message })
  process.exitCode = 1
  process.disconnect?.()
}
