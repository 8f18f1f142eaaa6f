import { BaseError } from './errors.js'

/**
 * Contract versions whose signing rules are known, oldest first: what
 * `VERSION()` of the singleton answers.
 */
export const safeVersions = [
  '0.1.0',
  '1.0.0',
  '1.1.1',
  '1.2.0',
  '1.3.0',
  '1.4.1',
  '1.5.0',
] as const

export type SafeVersion = (typeof safeVersions)[number]

const versionPattern = /^v?(\d+\.\d+\.\d+)(?:\+([A-Za-z0-9.]+))?$/

/**
 * Reads forms such as '1.3.0', 'v1.4.1' and '1.3.0+L2'; `undefined` for a
 * version whose rules are not known, because guessing them yields a wrong hash.
 */
export function parseSafeVersion(
  text: string,
): { version: SafeVersion; l2: boolean } | undefined {
  const match = versionPattern.exec(text)
  const version = safeVersions.find((known) => known === match?.[1])
  if (version === undefined) return undefined
  return { version, l2: match?.[2] === 'L2' }
}

/** A version that only claims to be one has no rank: it must not seem old. */
export function isVersionAtLeast(
  version: SafeVersion,
  minimum: SafeVersion,
): boolean {
  return rankOf(version) >= rankOf(minimum)
}

function rankOf(version: SafeVersion): number {
  const rank = safeVersions.indexOf(version)
  if (rank === -1) throw new UnknownSafeVersionError({ version })
  return rank
}

/**
 * Before 1.3.0 the EIP-712 domain has no chain id, so a signature is valid for
 * a safe of the same address on every chain.
 */
export function isReplayable(version: SafeVersion): boolean {
  return !isVersionAtLeast(version, '1.3.0')
}

export class UnknownSafeVersionError extends BaseError {
  override name = 'UnknownSafeVersionError'

  constructor({ version }: { version: unknown }) {
    super(
      `Safes of version ${typeof version === 'string' ? JSON.stringify(version.slice(0, 80)) : 'unknown'} are not supported.`,
    )
  }
}
