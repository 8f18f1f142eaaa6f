/**
 * Where a safe keeps what decides over it: `SafeStorage` and the slots of the
 * managers, the same in every version since 1.0.0.
 */
export const safeSlots = {
  singleton: 0n,
  /** A mapping from each module to the next. */
  modules: 1n,
  /** A mapping from each owner to the next. */
  owners: 2n,
  ownerCount: 3n,
  threshold: 4n,
  nonce: 5n,
  /** A mapping by hash. */
  signedMessages: 7n,
  /** A mapping by owner, then by hash. */
  approvedHashes: 8n,
  /** keccak256('guard_manager.guard.address') */
  guard: 0x4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8n,
  /** keccak256('module_manager.module_guard.address'), since 1.5.0 */
  moduleGuard:
    0xb104e0b93118902c651344349b610029d694cfdec91c589c91ebafbcd0289947n,
  /** keccak256('fallback_manager.handler.address') */
  fallbackHandler:
    0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5n,
} as const
