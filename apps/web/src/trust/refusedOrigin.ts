import { BaseError } from '@covault/protocol'

const patience = 5000

/**
 * A browser does not tell a server that refuses the page's origin from one
 * that is down. An answer that the page may not read tells that one is there.
 */
export async function explainFailure<Answer>(
  asked: Promise<Answer>,
  { url, setting }: { url: string; setting: (origin: string) => string },
): Promise<Answer> {
  try {
    return await asked
  } catch (error) {
    const isReadable = await answers(url, 'cors')
    if (isReadable || !(await answers(url, 'no-cors'))) throw error
    throw new OriginRefusedError(setting(window.location.origin), error)
  }
}

async function answers(url: string, mode: RequestMode): Promise<boolean> {
  try {
    await fetch(url, { mode, signal: AbortSignal.timeout(patience) })
    return true
  } catch {
    return false
  }
}

class OriginRefusedError extends BaseError {
  constructor(setting: string, cause: unknown) {
    super(
      `The server answers, but does not allow this page to read from it. ${setting}`,
      { cause },
    )
  }
}
