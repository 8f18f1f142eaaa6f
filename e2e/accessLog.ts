import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Under which links of ours and of others carry something. */
const carrying = /[?&#](tx|importTx|importSig|importMsg|importMsgSig)=/

/**
 * One log of all that the products of a run are asked for, whichever journey,
 * browser or program asks. What links carry never is in it (S30).
 */
export async function openAccessLog(): Promise<{ close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'covault-access-'))
  const file = join(folder, 'access.log')
  await writeFile(file, '')
  // Some products run as another user.
  await chmod(folder, 0o755)
  await chmod(file, 0o666)
  process.env.COVAULT_ACCESS_LOG = file
  return {
    async close() {
      const lines = (await readFile(file, 'utf8')).split('\n')
      await rm(folder, { recursive: true, force: true })
      if (!lines.some((line) => line.startsWith('GET /')))
        throw new Error('The access log of the run is empty.')
      const found = lines.filter((line) => carrying.test(line))
      if (found.length > 0)
        throw new Error(
          `Servers were sent what links carry:\n${found.join('\n')}`,
        )
    },
  }
}

/** For the environment of a product’s processes. */
export function getAccessOptions(): string {
  const preload = new URL('logAccess.mjs', import.meta.url)
  return process.env.COVAULT_ACCESS_LOG ? `--import=${preload.href}` : ''
}
