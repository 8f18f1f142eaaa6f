import { toBase64, toBase64Url } from '../envelope/base64.js'
import { describeTypes } from '../envelope/forms/typedData.js'
import { concatenate, packText } from '../envelope/payload.js'
import { toBytewords } from '../envelope/ur/bytewords.js'
import { encodeBytes } from '../envelope/ur/cbor.js'
import { encodeFrames } from '../envelope/ur/encodeFrames.js'
import type { SafeDomain } from '../safeTransaction.js'
import { buildSignatures, type SafeSignature } from '../signature.js'

/** How it reaches a reader: pasted, filmed, or as another program's object. */
export type Arrival =
  | { kind: 'text'; text: string }
  | { kind: 'frames'; texts: readonly string[] }
  | { kind: 'object'; value: unknown }

export type Tree = Record<string, unknown>
export type Entry = {
  signer: string
  data: string
  isContractSignature: boolean
}

/** Our envelope, as it was damaged, and what the other forms make of it. */
export type Written = {
  domain: SafeDomain
  isMessage: boolean
  object: Tree
  /** For forms that cannot do without one. */
  hash: unknown
  signatures: readonly Entry[]
  /** For forms that have a single one. */
  one: Entry | undefined
  spell: (value: unknown) => string
}

type Form = (written: Written) => Arrival | Promise<Arrival>

/** Every form that is read, written from one object, however damaged. */
export const forms = {
  envelope: ({ spell, object }) => text(spell(object)),
  list: ({ spell, object }) => text(spell({ transactions: [object] })),
  link: async ({ spell, object }) =>
    text(
      `https://a.example/transactions/tx?safe=local1:${encodeUrl(object.safe)}#tx=v1.${toBase64Url(await packText(spell(object)))}`,
    ),
  code: async (written) =>
    text(
      `UR:BYTES/${toBytewords(encodeBytes(await pack(written))).toUpperCase()}`,
    ),
  frames: async (written) => {
    const { count, frame } = encodeFrames(await pack(written))
    const texts = Array.from({ length: count * 4 }, (_, at) => frame(at + 1))
    return { kind: 'frames', texts }
  },
  localsafe: (written) => text(written.spell(toLocalsafe(written))),
  localsafeList: ({ spell, isMessage, object }) =>
    text(spell({ transactions: [toKit({ isMessage, object })] })),
  localsafeLink: (written) => {
    const name = written.isMessage ? 'importMsg' : 'importTx'
    return text(toLocalsafeLink(written, name, toLocalsafe(written)))
  },
  signature: (written) => text(written.spell(toLone(written))),
  signatureLink: (written) => {
    const name = written.isMessage ? 'importMsgSig' : 'importSig'
    return text(toLocalsafeLink(written, name, toLone(written)))
  },
  eternalSafe: (written) => text(written.spell(toEternal(written))),
  eternalSafeLink: (written) => {
    const payload = encode(written.spell(toEternal(written)))
    return text(
      `https://c.example/transactions/tx/?safe=local1:${encodeUrl(written.object.safe)}&tx=${toBase64Url(payload)}`,
    )
  },
  service: (written) => text(written.spell(toService(written))),
  servicePage: (written) =>
    text(written.spell({ count: 1, results: [toService(written)] })),
  protocolKit: ({ isMessage, object, signatures }) => ({
    kind: 'object',
    value: {
      ...toKit({ isMessage, object }),
      signatures: new Map(signatures.map((one) => [one.signer, one])),
    },
  }),
  protocolKitText: ({ spell, isMessage, object, signatures }) =>
    text(
      spell({
        ...toKit({ isMessage, object }),
        // A damaged signer may be an object that has no text of its own.
        signatures: Object.fromEntries(
          signatures.map((one) => [
            typeof one.signer === 'string'
              ? one.signer
              : JSON.stringify(one.signer),
            one,
          ]),
        ),
      }),
    ),
  typedData: ({ spell, domain, object }) =>
    text(
      spell({
        types: describeTypes(domain.version),
        domain: { chainId: object.chainId, verifyingContract: object.safe },
        primaryType: 'SafeTx',
        message: object.data,
      }),
    ),
  signatureFile: ({ spell, isMessage, object, hash, one }) => {
    const { chainId, safe } = object
    const [subject, name] = isMessage
      ? [{ content: object.message }, 'messageHash']
      : [{ transaction: object.data }, 'safeTxHash']
    const signed = one && { signer: one.signer, signature: toWhole(one) }
    return text(spell({ chainId, safe, [name]: hash, ...subject, ...signed }))
  },
} satisfies Record<string, Form>

export type FormName = keyof typeof forms

export const formNames = Object.keys(forms) as FormName[]

function text(text: string): Arrival {
  return { kind: 'text', text }
}

/** As codes carry it: a mark, then the packed text. */
async function pack({ spell, object }: Written): Promise<Uint8Array> {
  return concatenate([Uint8Array.of(1), await packText(spell(object))])
}

function toKit({ isMessage, object }: Pick<Written, 'isMessage' | 'object'>) {
  const data = isMessage ? object.message : object.data
  return { data, signatures: object.signatures }
}

function toLocalsafe(written: Written) {
  return { [written.isMessage ? 'message' : 'tx']: toKit(written) }
}

function toLocalsafeLink(
  { object, spell }: Written,
  name: string,
  content: unknown,
): string {
  const payload = encodeURIComponent(toBase64(encode(spell(content))))
  return `https://b.example/#/safe/${encodeUrl(object.safe)}?${name}=${payload}&chainId=${encodeUrl(object.chainId)}`
}

/** One signature, and only the hash of what it is said to be of. */
function toLone({ isMessage, hash, one }: Written) {
  return { signature: one, [isMessage ? 'messageHash' : 'txHash']: hash }
}

function toEternal(written: Written) {
  const value = written.signatures.map((one) => [one.signer, one])
  return { ...toKit(written), signatures: { dataType: 'Map', value } }
}

function toService({ isMessage, object, hash, signatures }: Written) {
  const { safe, data, message } = object
  return {
    ...(isMessage
      ? { message, messageHash: hash }
      : { ...(data as object | undefined), safeTxHash: hash }),
    safe,
    confirmations: signatures.map((one) => ({
      owner: one.signer,
      signature: toWhole(one),
    })),
  }
}

/** As a safe reads it: what a contract is shown comes with a head. */
function toWhole({ signer, data, isContractSignature }: Entry): string {
  if (!isContractSignature) return data
  try {
    const part = { kind: 'contract', signer, data } as SafeSignature
    return buildSignatures([part])
  } catch {
    return data
  }
}

function encodeUrl(value: unknown): string {
  // Damage may leave an object that has no text of its own.
  const text = typeof value === 'object' ? JSON.stringify(value) : value
  return encodeURIComponent(String(text))
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
