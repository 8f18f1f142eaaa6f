import { createHash } from 'node:crypto'
import { chmod, chown, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Logger } from 'pino'
import { moveFormerCluster } from './formerCluster.js'
import { copyNativeFolder, findNativeFolder } from './nativeFolder.js'
import { createOwnFolder } from './ownFolder.js'
import { canEnter, type Identity } from './serverAccount.js'

/** Where root keeps data that another account must reach. */
const systemFolder = '/var/lib/covault'

export type PostgresPlace = { native: string; cluster: string }

/**
 * PostgreSQL refuses to run as root, and the user it runs as instead may not
 * be able to enter the checkout (a 0700 home). Then binaries and data go to a
 * folder in a place that only root can write to.
 */
export async function findPostgresPlace(parameters: {
  dataFolder: string
  identity: Identity
  log: Logger
}): Promise<PostgresPlace> {
  const { dataFolder, identity, log } = parameters
  const native = findNativeFolder()
  const inside = { native, cluster: join(dataFolder, 'postgres') }
  if (!identity) return inside
  await letEnter(dataFolder, identity)
  const reachable =
    (await canEnter(identity, join(native, 'bin'))) &&
    (await canEnter(identity, dataFolder))
  if (reachable) return inside

  await chmod(dataFolder, 0o700)
  const checkout = shortHash(native.split('/node_modules/')[0] ?? native)
  const folder = join(systemFolder, checkout)
  await createOwnFolder(folder)
  await chmod(systemFolder, 0o711)
  await letEnter(folder, identity)
  const cluster = join(folder, `data-${shortHash(dataFolder)}`)
  log.warn(
    { folder: cluster },
    `The database's user cannot open the folder ${dataFolder}; the database is kept in ${cluster}`,
  )
  const former = join(`/var/tmp/covault-${checkout}`, basename(cluster))
  await moveFormerCluster({ former, cluster, log })
  return { native: await copyNativeFolder({ native, folder }), cluster }
}

/** The server may pass through a folder of ours; nobody else may, and it cannot list it. */
async function letEnter(folder: string, { gid }: NonNullable<Identity>) {
  await chown(folder, (await stat(folder)).uid, gid)
  await chmod(folder, 0o710)
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
