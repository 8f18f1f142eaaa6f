import { BaseError } from '@covault/protocol'
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
  const kept = await findSound(cache, path, wanted)
  if (kept) return kept.blob()
  try {
    return await (await fetchFile(path, wanted)).blob()
  } catch (error) {
    throw new KeptFileError(error)
  }
}

export class KeptFileError extends BaseError {
  override name = 'KeptFileError'
  constructor(cause: unknown) {
    super(
      'This browser no longer has its copy of this file, and the server doesn’t send the file that was signed.',
      { cause },
    )
  }
}
