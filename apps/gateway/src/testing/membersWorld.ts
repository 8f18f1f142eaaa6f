import {
  type DeployedSafe,
  demoAccounts,
  signTransaction,
} from '@covault/devnet'
import {
  type Comment,
  getCommentTypedData,
  getDelegateTypedData,
  getNameChangesTypedData,
  getTotp,
  hashComment,
  hashSafeMessage,
  noNameChanges,
} from '@covault/protocol'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Address, Hex, LocalAccount } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { post, propose, sign, toProposal } from './apiSuite.js'

const { dave } = demoAccounts

/** A safe, what its people told the gateway, and how to ask for it. */
export type KnownSafe = {
  safe: DeployedSafe
  safeTxHash: Hex
  messageHash: Hex
  commentHash: Hex
  delegate: Address
  owner: Address
  /** What is nowhere on the chain. */
  secrets: string[]
}

/** Tells a gateway of everything that is off the chain. */
export async function fillSafe(
  app: FastifyInstance,
  parameters: {
    safe: DeployedSafe
    owner: LocalAccount
    delegate: Address
    name: string
  },
): Promise<KnownSafe> {
  const { safe, owner, delegate, name } = parameters
  const cookie = await signIn(app, owner)
  const send = async (request: InjectOptions) => {
    const headers = { host: 'localhost', cookie }
    const reply = await app.inject({ ...request, headers })
    if (reply.statusCode >= 300) throw new Error(reply.body)
  }
  const note = `note of ${name}`
  const text = `message of ${name}`
  const label = `label of ${name}`
  const signed = await signTransaction(safe, {
    plan: { to: dave.address, value: 1n, nonce: 0n },
    signers: [owner],
  })
  const body = toProposal(signed, { sender: owner.address })
  await send(propose(safe, { ...body, origin: JSON.stringify({ note }) }))
  const domain = { chainId: 31337, safe: safe.address, version: safe.version }
  const messageHash = hashSafeMessage(domain, text)
  const signature = await sign(owner, messageHash)
  await send(
    post(`/v1/chains/31337/safes/${safe.address}/messages`, {
      message: text,
      signature,
    }),
  )
  const totp = getTotp({ unixSeconds: Date.now() / 1000 })
  await send(
    post('/v2/chains/31337/delegates', {
      safe: safe.address,
      delegate,
      delegator: owner.address,
      label,
      signature: await owner.signTypedData(
        getDelegateTypedData({ chainId: 31337, delegate, totp }),
      ),
    }),
  )
  const names = {
    ...{ chainId: 31337, safe: safe.address, sequence: 1 },
    ...{ previous: noNameChanges, time: Math.floor(Date.now() / 1000) },
    changes: [
      { chainId: 31337, address: dave.address, name: `shared name of ${name}` },
    ],
  }
  await send(
    post(`/v1/chains/31337/safes/${safe.address}/names`, {
      ...{ previous: names.previous, time: names.time },
      changes: names.changes.map((each) => ({ ...each, chainId: '31337' })),
      signature: await owner.signTypedData(getNameChangesTypedData(names)),
    }),
  )
  const { safeTxHash } = signed
  const comment = await signComment(owner, {
    safe: safe.address,
    safeTxHash,
    text: `comment of ${name}`,
  })
  await send(postComment(safe, comment))
  const drafted = await signTransaction(safe, {
    plan: { to: dave.address, value: 2n, nonce: 1n },
    signers: [],
  })
  const plan = `plan of ${name}`
  const draft = toProposal(drafted, { sender: owner.address })
  await send(
    propose(safe, { ...draft, origin: JSON.stringify({ note: plan }) }),
  )
  const bare = (hex: string) => hex.slice(2).toLowerCase()
  return {
    safe,
    safeTxHash,
    messageHash,
    commentHash: hashComment(comment),
    delegate,
    owner: owner.address,
    secrets: [
      note,
      text,
      label,
      comment.text,
      plan,
      bare(comment.signature),
      bare(drafted.safeTxHash),
      ...names.changes.map((each) => each.name),
      bare(safeTxHash),
      bare(messageHash),
      bare(signature),
      bare(String(body.signature)),
    ],
  }
}

/** Every value that a part of a path can have, for one safe. */
const valuesOf = (known: KnownSafe): Record<string, readonly string[]> => {
  const { safe, safeTxHash, messageHash, commentHash, delegate, owner } = known
  const place = `${safeTxHash.slice(2)}0`
  return {
    chainId: ['31337'],
    chain: ['31337'],
    address: [safe.address, safe.address.toLowerCase(), owner],
    safe_address: [safe.address],
    transactionId: [
      safeTxHash,
      `multisig_${safe.address}_${safeTxHash}`,
      `creation_${safe.address}`,
      `transfer_${safe.address}_e${place}`,
      `module_${safe.address}_i${place}`,
    ],
    safeTxHash: [safeTxHash, safeTxHash.slice(2)],
    message_hash: [messageHash],
    messageHash: [messageHash, messageHash.slice(2)],
    operationHash: [safeTxHash],
    transferId: [`e${place}`],
    moduleTransactionId: [`i${place}`],
    delegate: [delegate],
    currency: ['USD'],
    fiatCode: ['USD'],
    id: ['1'],
    commentHash: [commentHash],
    '*': ['anything'],
  }
}

/** Every way to ask a route for a safe: its path, and what can be added. */
export function listRequests(
  route: { method: string; url: string },
  known: KnownSafe,
): InjectOptions[] {
  const { safe, delegate, owner } = known
  const values = valuesOf(known)
  const names = [...route.url.matchAll(/:(\w+)|(\*)/g)].map(
    ([, name, star]) => name ?? star ?? '',
  )
  const paths = names.reduce<string[]>(
    (urls, name) => {
      const given = values[name]
      if (!given)
        throw new Error(`Tell the crawler what ${name} of ${route.url} is.`)
      return urls.flatMap((url) =>
        given.map((value) =>
          url.replace(name === '*' ? '*' : `:${name}`, value),
        ),
      )
    },
    [route.url],
  )
  // Where the path names what is asked for, nothing else does.
  const isNamed = names.some((name) => !/^(chain|chainId|\*)$/.test(name))
  const queries = isNamed
    ? ['']
    : [
        '',
        `?safes=31337:${safe.address}&currency=USD&trusted=false&exclude_spam=false`,
        `?safe=${safe.address}`,
        `?delegate=${delegate}`,
        `?delegator=${owner}`,
        '?label=label',
      ]
  const method = route.method as 'GET'
  const payload = { safe: safe.address, delegate, data: '0x' }
  return paths.flatMap((path) =>
    method === 'GET' || method === 'HEAD'
      ? queries.map((query) => ({ method, url: `${path}${query}` }))
      : [{ method, url: path, payload }],
  )
}

/** Signs in as a wallet does; answers with the cookie. */
export async function signIn(
  app: FastifyInstance,
  account: LocalAccount,
  signAs: { address: Address; sign(text: string): Promise<Hex> } = {
    address: account.address,
    sign: (message) => account.signMessage({ message }),
  },
): Promise<string> {
  const { nonce } = (await app.inject('/v1/auth/nonce')).json()
  const message = createSiweMessage({
    address: signAs.address,
    chainId: 31337,
    domain: 'localhost',
    nonce,
    uri: 'http://localhost/',
    version: '1',
  })
  const signature = await signAs.sign(message)
  const reply = await app.inject({
    ...post('/v1/auth/verify', { message, signature }),
    headers: { host: 'localhost' },
  })
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return String(reply.headers['set-cookie']).split(';')[0] ?? ''
}

/** What a wallet makes of a text about a transaction. */
export async function signComment(
  account: LocalAccount,
  written: Omit<Comment, 'chainId' | 'writtenAt'> & { writtenAt?: number },
): Promise<Comment & { signature: Hex }> {
  const comment = { chainId: 31337, writtenAt: Date.now(), ...written }
  const signature = await account.signTypedData(getCommentTypedData(comment))
  return { ...comment, signature }
}

export function postComment(
  { address }: Pick<DeployedSafe, 'address'>,
  comment: Comment & { signature: Hex },
): InjectOptions {
  const { safeTxHash, text, writtenAt, signature } = comment
  return post(
    `/v1/chains/31337/safes/${address}/transactions/${safeTxHash}/comments`,
    { text, writtenAt, signature },
  )
}
