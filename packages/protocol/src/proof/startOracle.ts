import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export type Question = { kind: string } & Record<string, unknown>

export type Oracle = {
  /** Answers in the order of the questions; bigints travel as text. */
  ask(questions: readonly Question[]): Promise<unknown[]>
  stop(): void
}

/** protocol-kit behind a pipe; see oracle.mjs. */
export function startOracle(): Oracle {
  const path = fileURLToPath(new URL('./oracle.mjs', import.meta.url))
  const child = spawn(process.execPath, [path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  // When it dies, the missing answer says so.
  child.stdin.on('error', () => {})
  return {
    async ask(questions) {
      const text = JSON.stringify(questions, (_key, value) =>
        typeof value === 'bigint' ? value.toString() : value,
      )
      child.stdin.write(`${text}\n`)
      const { value, done } = await lines.next()
      if (done) throw new Error('The oracle ended without an answer.')
      return JSON.parse(value)
    },
    stop: () => child.kill(),
  }
}
