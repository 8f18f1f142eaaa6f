import { setTimeout as delay } from 'node:timers/promises'
import {
  type DeployedSafe,
  demoAccounts,
  executeTransaction,
  type SignedTransaction,
  signTransaction,
  type TransactionPlan,
} from '@covault/devnet'
import { getSafeMessageTypedData } from '@covault/protocol'
import { encodeFunctionData, type LocalAccount, parseAbi } from 'viem'
import { createHonestClient, type HonestClient } from './honestClient.js'
import { pick } from './invented.js'
import type { Field } from './openField.js'
import { toProposalBody } from './proposalBody.js'

const { alice, bob, dave } = demoAccounts

const approveHashAbi = parseAbi(['function approveHash(bytes32 hash)'])

/** What is not there after this long counts as this late. */
const patienceMs = 30_000

export type HonestOwner = {
  client: HonestClient
  /** From an execution to its line in the history. */
  behindSeconds: number[]
  /** Works at the pace of a busy person until the time is up. */
  work(seconds: number): Promise<void>
}

/** An owner who reads, signs, executes and opens another safe now and then. */
export async function createHonestOwner({
  devnet,
  target,
  spareSafes,
}: Field): Promise<HonestOwner> {
  const { safe, council } = target
  const client = createHonestClient(target.url)
  await client.signIn(alice)
  const behindSeconds: number[] = []
  /** Signed by enough, and executed together. */
  const waiting: SignedTransaction[] = []
  let rounds = 0

  async function playRound(): Promise<void> {
    rounds++
    await readSafe(safe)
    await propose()
    if (rounds % 2 === 0) await postMessage()
    if (rounds % 3 === 0) await executeAll()
    if (rounds % 6 === 0) await approveAsCouncil()
    if (rounds % 5 === 0) await openPage()
    if (rounds % 15 === 8) await openSafe()
  }

  async function readSafe({ chainId, address }: DeployedSafe): Promise<void> {
    const path = `/v1/chains/${chainId}/safes/${address}`
    await client.get('safe', path)
    await client.get('queue', `${path}/transactions/queued`)
    await client.get('history', `${path}/transactions/history`)
    await client.get('balances', `${path}/balances/usd`)
  }

  async function propose(): Promise<void> {
    const nonce = await readNextNonce(safe)
    const value = BigInt(rounds)
    const signed = await sign(safe, { to: dave.address, value, nonce }, [
      alice,
      bob,
    ])
    const [first, second] = signed.signatures.map(readData)
    if (!(await hand('propose', signed, { signature: first }))) return
    waiting.push(signed)
    const path = `/v1/chains/${safe.chainId}/transactions/${signed.safeTxHash}`
    await client.get('details', path)
    await client.post('confirm', `${path}/confirmations`, {
      signature: second,
    })
  }

  /** What was refused may have been stored: a little higher is no fault. */
  async function readNextNonce(of: DeployedSafe): Promise<bigint> {
    const path = `/v1/chains/${of.chainId}/safes/${of.address}/nonces`
    const answer = await client.get('nonces', path)
    const { recommendedNonce } = (answer ?? {}) as { recommendedNonce?: number }
    const present = await devnet.client.readContract({
      address: of.address,
      abi: parseAbi(['function nonce() view returns (uint256)']),
      functionName: 'nonce',
    })
    const next = present + BigInt(of === safe ? waiting.length : 0)
    const ahead = Number(recommendedNonce) - Number(next)
    if (answer && !(ahead >= 0 && ahead < 10))
      client.complain('nonces', `recommended ${recommendedNonce}, not ${next}`)
    return next
  }

  /** A proposal as its proposer sends it; false when it was refused. */
  async function hand(
    what: string,
    { safe: of, transaction }: SignedTransaction,
    { sender = alice.address, signature = null as `0x${string}` | null } = {},
  ): Promise<boolean> {
    const origin = JSON.stringify({ name: 'Covault', note: `Round ${rounds}` })
    const body = toProposalBody(of, { transaction, sender, signature, origin })
    const path = `/v1/chains/${of.chainId}/transactions/${of.address}/propose`
    return (await client.post(what, path, body)) !== undefined
  }

  async function postMessage(): Promise<void> {
    const { chainId, address, version } = safe
    const message = `We have read the report of round ${rounds}.`
    const domain = { chainId, safe: address, version }
    const signature = await alice.signTypedData(
      getSafeMessageTypedData(domain, message),
    )
    const path = `/v1/chains/${chainId}/safes/${address}/messages`
    await client.post('message', path, { message, signature })
    await client.get('messages', path)
  }

  async function executeAll(): Promise<void> {
    for (const signed of waiting.splice(0)) {
      await executeTransaction(devnet, signed, { gas: 500_000n })
      await waitForHistory(signed)
    }
  }

  /** A safe that owns another one approves on chain; a person prepares it. */
  async function approveAsCouncil(): Promise<void> {
    const nonce = await readNextNonce(safe)
    const plan = { to: dave.address, value: BigInt(rounds), nonce }
    const wanted = await sign(safe, plan, [alice])
    const sender = council.address
    if (!(await hand('propose for a safe', wanted, { sender }))) return
    const approval = await sign(
      council,
      {
        to: safe.address,
        data: encodeFunctionData({
          abi: approveHashAbi,
          args: [wanted.safeTxHash],
        }),
        nonce: await readNextNonce(council),
      },
      [alice],
    )
    const [signature] = approval.signatures.map(readData)
    await hand('propose', approval, { signature })
    await executeTransaction(devnet, approval, { gas: 500_000n })
    const path = `/v1/chains/${safe.chainId}/transactions/${wanted.safeTxHash}`
    await waitUntil(async () => {
      const details = await client.get('details', path)
      return JSON.stringify(details ?? '').includes('"confirmations":[{')
    })
    await client.post('confirm', `${path}/confirmations`, {
      signature: wanted.signatures.map(readData)[0],
    })
    const complete: SignedTransaction = {
      ...wanted,
      signatures: [
        ...wanted.signatures,
        { kind: 'approvedHash', signer: council.address },
      ],
    }
    await executeTransaction(devnet, complete, { gas: 500_000n })
    await waitForHistory(complete)
  }

  async function openPage(): Promise<void> {
    await client.get('page', '/')
    await client.get('file', pick(target.files))
  }

  /** Another safe of the same owner, which the gateway has not seen yet. */
  async function openSafe(): Promise<void> {
    const another = spareSafes.shift()
    if (!another) return
    await readSafe(another)
    const payment = { to: dave.address, nonce: await readNextNonce(another) }
    const signed = await sign(another, payment, [alice])
    const [signature] = signed.signatures.map(readData)
    await hand('propose in a new safe', signed, { signature })
  }

  async function waitForHistory(signed: SignedTransaction): Promise<void> {
    const { chainId, address } = signed.safe
    const path = `/v1/chains/${chainId}/safes/${address}/transactions/history`
    const seconds = await waitUntil(async () => {
      const page = await client.get('history', path)
      return JSON.stringify(page ?? '').includes(signed.safeTxHash)
    })
    behindSeconds.push(seconds)
  }

  return {
    client,
    behindSeconds,
    async work(seconds) {
      const end = performance.now() + 1000 * seconds
      while (performance.now() < end) {
        const next = delay(1_000)
        await playRound()
        await next
      }
    },
  }
}

const sign = (
  safe: DeployedSafe,
  plan: TransactionPlan,
  signers: readonly LocalAccount[],
) => signTransaction(safe, { plan, signers })

function readData(signature: SignedTransaction['signatures'][number]) {
  return 'data' in signature ? signature.data : null
}

/** How many seconds it took. */
async function waitUntil(isThere: () => Promise<boolean>): Promise<number> {
  const began = performance.now()
  const passed = () => performance.now() - began
  while (!(await isThere()) && passed() < patienceMs) await delay(200)
  return passed() / 1000
}
