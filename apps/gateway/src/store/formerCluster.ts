import { readdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { BaseError } from '@covault/protocol'
import type { Logger } from 'pino'
import { endLeftoverServer } from './leftoverServer.js'
import { exists } from './nativeFolder.js'
import { createOwnFolder, UnsafeFolderError } from './ownFolder.js'

/**
 * Earlier versions kept root's database in a folder that any user could
 * prepare. One that root made, and that others could never write to, is moved;
 * any other is left alone.
 */
export async function moveFormerCluster(parameters: {
  former: string
  cluster: string
  log: Logger
}): Promise<void> {
  const { former, cluster, log } = parameters
  if (!(await exists(former)) || (await exists(cluster))) return
  const folder = dirname(former)
  try {
    await createOwnFolder(folder)
  } catch (error) {
    if (!(error instanceof UnsafeFolderError)) throw error
    log.warn({ folder }, `The folder ${folder} was not used: ${error.message}`)
    return
  }
  await endLeftoverServer(former)
  await rename(former, cluster).catch((cause) => {
    throw new FormerClusterError({ former, cluster }, { cause })
  })
  log.warn({ folder: cluster }, `The database was moved from ${former}`)
  const others = await readdir(folder)
  if (!others.some((name) => name.startsWith('data-')))
    await rm(folder, { recursive: true, force: true })
}

export class FormerClusterError extends BaseError {
  override name = 'FormerClusterError'
  constructor(
    { former, cluster }: { former: string; cluster: string },
    options: { cause: unknown },
  ) {
    super(
      `The database of an earlier version in ${former} cannot be moved. Move it yourself and start again: mv ${former} ${cluster}`,
      options,
    )
  }
}
