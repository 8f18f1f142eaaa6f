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
    if (!isFetchFailure(error) || !(await answers(url))) throw error
    throw new OriginRefusedError(setting(window.location.origin), error)
  }
}

/** Browsers throw a TypeError for an answer that the page may not read. */
function isFetchFailure(error: unknown): boolean {
  if (error instanceof TypeError) return true
  return error instanceof Error && isFetchFailure(error.cause)
}

async function answers(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(patience)
    await fetch(url, { mode: 'no-cors', signal })
    return true
  } catch {
    return false
  }
}

class OriginRefusedError extends BaseError {
  constructor(setting: string, cause: unknown) {
    super(
      `The server answers, but doesn’t allow this page to read from it. ${setting}`,
      { cause },
    )
  }
}
