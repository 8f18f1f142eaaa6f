import {
  BaseError,
  getDelegateTypedData,
  getTotp,
  identifySigner,
  parseSignatures,
} from '@covault/protocol'
import {
  type Address,
  concatHex,
  domainSeparator,
  type Hex,
  hashStruct,
  keccak256,
  size,
  stringToHex,
} from 'viem'
import type { RpcPool } from '../chain/rpcPool.js'
import {
  isSignedByContract,
  longestContractSignature,
} from './contractCalls.js'

/**
 * Whether one of these accounts has signed, in this hour or the last, that an
 * address becomes or ceases to be a delegate. Answers with who it was.
 */
export async function findRequester(
  pool: RpcPool,
  parameters: {
    delegate: Address
    signature: Hex
    among: readonly Address[]
  },
): Promise<Address | undefined> {
  const { delegate, signature, among } = parameters
  const part = readSinglePart(signature)
  if (!part) return undefined
  const texts = listTexts({ chainId: pool.chainId, delegate })
  if (part.kind === 'approvedHash') return undefined
  if (part.kind === 'contract') {
    const { signer, data } = part
    if (!among.includes(signer)) return undefined
    if (size(data) > longestContractSignature) return undefined
    const isSigned = await isSignedByContract(pool, {
      signer,
      signature: data,
      texts,
    })
    return isSigned ? signer : undefined
  }
  const signers = await Promise.all(
    texts.map(({ hash }) => recover({ hash, part })),
  )
  return among.find((account) => signers.includes(account))
}

function readSinglePart(signature: Hex) {
  try {
    const parts = parseSignatures(signature)
    return parts.length === 1 ? parts[0] : undefined
  } catch (error) {
    if (error instanceof BaseError) return undefined
    throw error
  }
}

async function recover(
  parameters: Parameters<typeof identifySigner>[0],
): Promise<Address | undefined> {
  try {
    return (await identifySigner(parameters)).signer
  } catch (error) {
    if (error instanceof BaseError) return undefined
    throw error
  }
}

/**
 * This hour's text and the last one's. Older clients name no chain, and those
 * before them signed the address and the hour as plain text.
 */
function listTexts(parameters: { chainId: number; delegate: Address }) {
  const { chainId, delegate } = parameters
  const totp = getTotp({ unixSeconds: Date.now() / 1000 })
  return [totp, totp - 1n]
    .flatMap((totp) => [
      encode({ chainId, delegate, totp }),
      encode({ chainId: undefined, delegate, totp }),
      stringToHex(`${delegate}${totp}`),
    ])
    .map((preimage) => ({ hash: keccak256(preimage), preimage }))
}

/** EIP-712's encoding, of which the hash is signed. */
function encode(parameters: Parameters<typeof getDelegateTypedData>[0]): Hex {
  const { domain, types, primaryType, message } =
    getDelegateTypedData(parameters)
  return concatHex([
    '0x1901',
    domainSeparator({ domain }),
    hashStruct({ data: message, primaryType, types }),
  ])
}
