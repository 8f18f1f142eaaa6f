import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Address } from 'viem'
import { z } from 'zod'

/** Where an interrupted move continues. */
const schema = z.strictObject({
  /** The lowest nonce that is still to be asked for; null: all are done. */
  nonce: z
    .string()
    .regex(/^\d{1,16}$/)
    .nullable(),
  /** How many messages were read; null: all of them. */
  messages: z.int().min(0).nullable(),
  /** How many lists of proposers were read. */
  proposers: z.int().min(0).optional(),
})
export type Progress = z.output<typeof schema>

export type ProgressFile = {
  read(): Promise<Progress | undefined>
  save(progress: Progress): Promise<void>
  forget(): Promise<void>
}

export function openProgress(parameters: {
  dataFolder: string
  chainId: number
  safe: Address
  from: string
}): ProgressFile {
  const { dataFolder, chainId, safe, from } = parameters
  const name = createHash('sha256')
    .update(`${chainId} ${safe} ${from}`)
    .digest('hex')
    .slice(0, 16)
  const file = join(dataFolder, `move-in-${name}.json`)
  return {
    async read() {
      const text = await readFile(file, 'utf8').catch(() => undefined)
      return text === undefined ? undefined : parse(text)
    },
    async save(progress) {
      await mkdir(dataFolder, { recursive: true, mode: 0o700 })
      const next = `${file}.next`
      await writeFile(next, JSON.stringify(progress), { mode: 0o600 })
      await rename(next, file)
    },
    forget: () => rm(file, { force: true }),
  }
}

/** How many unfinished moves are remembered; others begin at the start. */
const mostRemembered = 100

/** For moves that owners ask for: as long as the process lives. */
export function createProgressMemory(): (name: string) => ProgressFile {
  const known = new Map<string, Progress>()
  return (name) => ({
    read: async () => known.get(name),
    async save(progress) {
      known.delete(name)
      known.set(name, progress)
      for (const oldest of known.keys())
        if (known.size > mostRemembered) known.delete(oldest)
    },
    async forget() {
      known.delete(name)
    },
  })
}

/** One that cannot be read is as good as none: all is asked for again. */
function parse(text: string): Progress | undefined {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
