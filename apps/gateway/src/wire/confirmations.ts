import { identifySigner, parseExecutedSignatures } from '@covault/protocol'
import type { Hex } from 'viem'
import type {
  Confirmation,
  MultisigTransaction,
} from '../store/transactionRows.js'
import { createWeighedMap } from '../weighedMap.js'

/** What people sent us, and what else the contract accepted. */
export async function listConfirmations(
  transaction: Pick<
    MultisigTransaction,
    'confirmations' | 'execution' | 'safeTxHash'
  >,
): Promise<readonly Confirmation[]> {
  const { confirmations, execution, safeTxHash } = transaction
  const isComplete =
    confirmations.length >= (execution?.threshold ?? Number.POSITIVE_INFINITY)
  if (!execution?.signatures || isComplete) return confirmations
  const told = new Set(confirmations.map(({ owner }) => owner))
  const accepted = await recover(safeTxHash, execution)
  return [...confirmations, ...accepted.filter(({ owner }) => !told.has(owner))]
}

function recover(
  safeTxHash: Hex,
  execution: NonNullable<MultisigTransaction['execution']>,
): Promise<readonly Confirmation[]> {
  const key: Hex = `${safeTxHash}${execution.signatures?.slice(2)}`
  const known = recovered.get(key)
  if (known !== undefined) return known
  const read = readSignatures(safeTxHash, execution)
  // Those who signed are told by parts of the signatures themselves.
  recovered.set(key, read, 2 * key.length)
  return read
}

/** Who signed takes longer to find out than all the rest of an answer. */
const recovered = createWeighedMap<Promise<readonly Confirmation[]>>(
  8 * 1024 * 1024,
)

async function readSignatures(
  hash: Hex,
  execution: NonNullable<MultisigTransaction['execution']>,
): Promise<readonly Confirmation[]> {
  const { threshold, executedAt } = execution
  const signatures = execution.signatures ?? '0x'
  try {
    const parts = parseExecutedSignatures(signatures, {
      threshold: threshold ?? Math.floor((signatures.length - 2) / 130),
    })
    return await Promise.all(
      parts.map(async (part) => {
        const signature = await identifySigner({ hash, part })
        return {
          owner: signature.signer,
          signature: 'data' in signature ? signature.data : null,
          kind: signature.kind,
          submittedAt: executedAt,
        }
      }),
    )
  } catch {
    // The contract took it in a way we do not read; nothing is made up.
    return []
  }
}
