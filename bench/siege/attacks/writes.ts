import { demoAccounts } from '@covault/devnet'
import {
  buildSignatures,
  getDelegateTypedData,
  getTotp,
} from '@covault/protocol'
import {
  count,
  inventAddress,
  inventHash,
  inventSignature,
  pick,
} from '../invented.js'
import { type Attack, post } from '../target.js'

/** Writes to the honest owner's safe that cannot be accepted. */
export const badMessages: Attack = {
  name: 'messages with a wrong signature',
  ask: ({ safe: { chainId, address } }) =>
    post(`/v1/chains/${chainId}/safes/${address}/messages`, {
      message: `${count()} ${'b'.repeat(pick([10, 50_000]))}`,
      signature: inventSignature(),
    }),
}

export const badConfirmations: Attack = {
  name: 'wrong signatures of what waits',
  ask: ({ safe: { chainId }, waiting }) =>
    post(
      pick([
        `/v1/chains/${chainId}/transactions/${pick([...waiting, inventHash()])}/confirmations`,
        `/v1/chains/${chainId}/messages/${inventHash()}/signatures`,
      ]),
      { signature: inventSignature() },
    ),
}

/** Everybody may name proposers for all safes of theirs, whether any exist. */
export const manyDelegates: Attack = {
  name: 'proposers without a safe',
  async ask({ safe: { chainId } }) {
    const { stranger: delegator } = demoAccounts
    const delegate = inventAddress()
    const totp = getTotp({ unixSeconds: Math.floor(Date.now() / 1000) })
    const signature = await delegator.signTypedData(
      getDelegateTypedData({ chainId, delegate, totp }),
    )
    return post(`/v2/chains/${chainId}/delegates`, {
      safe: null,
      delegate,
      delegator: delegator.address,
      label: 'l'.repeat(50),
      signature,
    })
  },
}

const manyTypes = Object.fromEntries(
  Array.from({ length: 900 }, (_, at) => [
    `A${at}`,
    at < 899 ? [{ name: 'a', type: `A${at + 1}[]` }] : [],
  ]),
)

/** What takes long to read, whatever becomes of it. */
export const costlyTexts: Attack = {
  name: 'texts, types and signatures that take long to read',
  ask: ({ safe: { chainId, address } }) =>
    pick([
      post('/v1/auth/verify', {
        message: 'URI: '.repeat(40_000),
        signature: inventSignature(),
      }),
      post(`/v1/chains/${chainId}/safes/${address}/messages`, {
        message: {
          ...{ domain: {}, types: manyTypes, primaryType: 'A0' },
          message: { a: Array.from({ length: 1_000 }, () => ({ a: [] })) },
        },
        signature: inventSignature(),
      }),
      post(`/v2/chains/${chainId}/delegates`, {
        ...{ safe: null, delegate: inventAddress(), label: 'x' },
        delegator: address,
        signature: buildSignatures([
          {
            ...{ kind: 'contract', signer: address },
            data: `0x${'ab'.repeat(pick([1_000, 4_800, 200_000]))}`,
          },
        ]),
      }),
    ]),
}

export const authNonces: Attack = {
  name: 'nonces and sign-ins of nobody',
  ask: () =>
    pick([
      { path: '/v1/auth/nonce' },
      post('/v1/auth/verify', {
        message: 'a'.repeat(pick([100, 500_000])),
        signature: inventSignature(),
      }),
    ]),
}
