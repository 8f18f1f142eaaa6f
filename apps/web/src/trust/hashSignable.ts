import {
  hashInSafeDomain,
  hashSafeDomain,
  type SafeTypedData,
} from '@covault/protocol'
import type { Hex } from 'viem'
import type { Signable, SignableKind } from './signable.js'
import type { SignableHashes } from './signables/definition.js'
import { signables } from './signables/signables.js'

/** The hash that owners sign. Fails with a BaseError where there is none. */
export function hashSignable<Kind extends SignableKind>(
  one: Signable<Kind>,
): Hex {
  const message = signables[one.kind].message(one, undefined)
  return hashInSafeDomain(one.domain, message)
}

/** Fails with a BaseError where the content cannot be hashed. */
export function readHashes<Kind extends SignableKind>(
  one: Signable<Kind>,
): SignableHashes {
  const definition = signables[one.kind]
  const content = definition.content(one)
  const message = definition.message(one, content)
  const domain = hashSafeDomain(one.domain)
  return {
    signed: hashInSafeDomain(one.domain, message),
    domain,
    message,
    content,
    preimage: definition.preimage(one, { domain, message }),
  }
}

/** What a wallet is asked to sign. */
export function toTypedData<Kind extends SignableKind>(
  one: Signable<Kind>,
): SafeTypedData {
  return signables[one.kind].typedData(one)
}
