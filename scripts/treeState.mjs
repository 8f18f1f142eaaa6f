import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

/** Names the state of the working tree, with what is not committed yet. */
export function readTreeState(folder = root) {
  const git = (...args) => {
    const { status, stdout } = spawnSync('git', args, {
      cwd: folder,
      maxBuffer: 2 ** 30,
    })
    return status === 0 ? stdout : undefined
  }
  const tree = git('rev-parse', 'HEAD^{tree}')
  if (!tree) return undefined
  const hash = createHash('sha256').update(tree)
  hash.update(git('diff', 'HEAD', '--binary') ?? '')
  const added = git('ls-files', '-oz', '--exclude-standard') ?? ''
  for (const name of added.toString().split('\0').filter(Boolean))
    hash.update(`\0${name}\0`).update(readFileSync(join(folder, name)))
  return hash.digest('hex').slice(0, 16)
}

/** The commit that is checked out. */
export function readTip() {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root })
  return stdout?.toString().trim() || 'no tip'
}
