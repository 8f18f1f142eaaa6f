import { approveHashMethod, BaseError, encodeMethod } from '@covault/protocol'
import type { Address, Hex } from 'viem'
import { type ChainConfig, createChainClient } from '../../trust/chainClient.js'
import { readSetFees, toFeeFields } from '../../trust/fees.js'
import { awaitReceipt } from '../../trust/sentTransactions.js'
import type { SignableKind } from '../../trust/signable.js'
import { ProviderRequiredError } from '../../wallet/walletErrors.js'
import { ChangedMeanwhileError } from './check.js'
import { assertInTime } from './deadline.js'
import type { Outcome } from './outcome.js'
import { recordWrong } from './recordWrong.js'
import { refreshSigned } from './refreshSigned.js'
import { assertPlace, signAsShown, signBlindly } from './sign.js'
import { acting } from './signables/signables.js'
import { keepLate, submitSignature } from './submit.js'
import { askOnlyWhile } from './waiting.js'
import type { KnownWork, Work } from './work.js'

/** One press of the button, from the last check to the outcome. */
export async function performAct<Kind extends SignableKind>(
  work: Work<Kind>,
): Promise<Outcome | undefined> {
  const { act, account, check, reviewed, waiting } = work
  if (!work.wallet || !account) throw new ProviderRequiredError()
  if (check.isRefused || check.hash !== reviewed.hash)
    throw new ChangedMeanwhileError()
  assertInTime(reviewed)
  const wallet = askOnlyWhile(waiting, work.wallet)
  const known = { ...work, wallet, account }
  const way = acting[reviewed.signable.kind]
  if (act === 'execute') return way.execute(known)
  if (act === 'host') return way.handToHost(known)
  return sign(known)
}

async function sign<Kind extends SignableKind>(
  work: KnownWork<Kind>,
): Promise<Outcome | undefined> {
  const { reviewed, account, check, queries, waiting } = work
  const { signable, hash, note, isProposed, app } = reviewed
  const signature = await askForSignature(work)
  const isOwner = check.safe.owners.includes(account)
  const signed = { signable, signature, note, app, isProposed, isOwner }
  if (!waiting.isAwaited()) {
    if (!waiting.isSettled()) await keepLate(signed)
    return undefined
  }
  try {
    const refused = await submitSignature(signed)
    if (refused) return { kind: 'kept', ...refused }
  } finally {
    void refreshSigned(queries, [{ kind: signable.kind, ...signable.domain }])
  }
  if (!isOwner) return { kind: 'proposed', safeTxHash: hash }
  const verified = check.confirmations.filter(
    ({ status }) => status === 'verified',
  ).length
  const missing = Math.max(0, check.safe.threshold - verified - 1)
  return { kind: 'signed', of: signable.kind, hash, missing }
}

function askForSignature<Kind extends SignableKind>({
  act,
  reviewed,
  wallet,
  account,
  check,
}: KnownWork<Kind>) {
  const { chain, signable, hash } = reviewed
  const { chainId, safe } = signable.domain
  const nonce = acting[signable.kind].wrong.nonce(signable, check.safe.nonce)
  return recordWrong(
    { chainId, safe, nonce, safeTxHash: hash, account },
    async () => {
      if (act === 'approve')
        return approve({ chain, safe, hash, wallet, account })
      if (act === 'signBlindly')
        return signBlindly({ wallet, account, chainId, hash })
      return signAsShown({ wallet, account, signable, shown: hash })
    },
  )
}

/** The approval is a transaction of its own; it counts once it is mined. */
async function approve({
  chain,
  safe,
  hash,
  wallet,
  account,
}: Pick<KnownWork, 'wallet' | 'account'> & {
  chain: ChainConfig
  safe: Address
  hash: Hex
}) {
  const { chainId } = chain
  await assertPlace(wallet, { account, chainId })
  const fees = await readSetFees(chain)
  const transactionHash = await wallet.sendTransaction({
    chainId,
    to: safe,
    data: encodeMethod(approveHashMethod, { hashToApprove: hash }),
    ...(fees && toFeeFields(fees)),
  })
  wallet.track({ hash: transactionHash, description: 'Approve on chain' })
  const receipt = await awaitReceipt(createChainClient(chain), transactionHash)
  if (receipt.status === 'reverted') throw new ApprovalFailedError()
  return { kind: 'approvedHash', signer: account } as const
}

export class ApprovalFailedError extends BaseError {
  constructor() {
    super('The approval failed on chain and does not count.')
  }
}
