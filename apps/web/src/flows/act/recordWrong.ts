import { type WrongSignature, wrongSignatures } from './keptWork.js'
import { WrongSignatureError } from './signErrors.js'

/** S51: what the wallet signed instead is recorded before it is told. */
export async function recordWrong<Result>(
  about: Omit<WrongSignature, 'signature' | 'at'>,
  ask: () => Promise<Result>,
): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof WrongSignatureError) {
      const at = Date.now()
      const signature = error.answer.slice(0, 2000)
      const name = `${about.safeTxHash}:${at}`
      await wrongSignatures.write(name, { ...about, signature, at })
    }
    throw error
  }
}
