import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDataFolder } from './dataFolder.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'covault-data-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('15: a second process on a data folder is told whose it is', async () => {
  const owner = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  try {
    await writeFile(join(folder, 'gateway.pid'), String(owner.pid))
    await expect(lockDataFolder(folder)).rejects.toThrow(
      `is in use by the gateway with process id ${owner.pid}.`,
    )
  } finally {
    const ended = new Promise((resolve) => owner.once('exit', resolve))
    owner.kill('SIGKILL')
    await ended
  }
  // Its owner is gone: the folder is free.
  const lock = await lockDataFolder(folder)
  await lock.release()
})
