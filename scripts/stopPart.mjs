// `npm start -- stop gateway`: one part of the running demo falls silent.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { listProcesses } from './dataFolder.mjs'
import { Stop } from './run.mjs'

export const partUsage =
  'npm start -- stop gateway|31337|31338, and resume in place of stop'

const signals = { stop: 'SIGSTOP', resume: 'SIGCONT' }

/** It keeps its data and its port, and answers nobody until it is resumed. */
export function stopPart([command, part, ...rest], { data }) {
  const signal = signals[command]
  if (!signal || !part || rest.length > 0)
    throw new Stop(`"${command}" is not a command. Use ${partUsage}.`)
  if (process.platform === 'win32')
    throw new Stop('Windows cannot suspend a process.')
  const match = part === 'gateway' ? data : join(data, 'chains', `${part}.json`)
  const found = existsSync(data)
    ? listProcesses(data).find((one) => one.match === match)
    : undefined
  if (!found)
    throw new Stop(
      `No running ${part} in ${data}. Start Covault first, with the same --data.`,
    )
  process.kill(found.pid, signal)
  console.log(
    command === 'stop'
      ? `Stopped ${part}. To continue: npm start -- resume ${part}`
      : `Resumed ${part}.`,
  )
}
