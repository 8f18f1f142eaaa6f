// Asks a safe whether its owners signed a text, as they do with a release:
// node scripts/checkSafeMessage.mjs safe-message.txt --safe 0x… --signature 0x… --rpc URL
// It ends with 0 where the contract says yes, with 1 where it says no, with 2
// where it could not be asked.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { createPublicClient, hashMessage, http, parseAbi } from 'viem'

const abi = parseAbi([
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
])
const yes = '0x1626ba7e'

/** Answered by the contract alone (EIP-1271): by no gateway and no code of ours. */
export async function isSignedBySafe({ text, safe, signature, rpc }) {
  const client = createPublicClient({ transport: http(rpc) })
  const code = await client.getCode({ address: safe })
  if (code === undefined) throw new Error(`There is no contract at ${safe}.`)
  return client
    .readContract({
      address: safe,
      abi,
      functionName: 'isValidSignature',
      args: [hashMessage(text), signature],
    })
    .then((answer) => answer === yes)
    .catch((error) => {
      // A safe refuses with a revert.
      if (error.name === 'ContractFunctionExecutionError' && hasReverted(error))
        return false
      throw error
    })
}

function hasReverted(error) {
  return error.walk((cause) => cause.name === 'ContractFunctionRevertedError')
}

async function run() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      safe: { type: 'string' },
      signature: { type: 'string' },
      rpc: { type: 'string' },
    },
  })
  const [file] = positionals
  const { safe, signature, rpc } = values
  if (!file || !safe || !signature || !rpc)
    throw new Error(
      'Usage: node scripts/checkSafeMessage.mjs safe-message.txt --safe 0x… --signature 0x… --rpc URL',
    )
  const text = readFileSync(file, 'utf8')
  const isSigned = await isSignedBySafe({ text, safe, signature, rpc })
  console.log(isSigned ? `Signed by ${safe}.` : `Not signed by ${safe}.`)
  return isSigned ? 0 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = await run().catch((error) => {
    console.error(error.message)
    return 2
  })
