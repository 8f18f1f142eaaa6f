import {
  cacheOf,
  fetchFile,
  findSound,
  type Kept,
} from '../../worker/release.js'

/**
 * A file of the kept release, to be handed out. A link that downloads goes past
 * the worker, to whatever the server has there now.
 */
export async function readKeptFile(
  { release }: Kept,
  path: string,
): Promise<Blob> {
  const wanted = release.files[path]?.sha256
  const cache = await caches.open(cacheOf(release))
  const file =
    (await findSound(cache, path, wanted)) ?? (await fetchFile(path, wanted))
  return file.blob()
}
