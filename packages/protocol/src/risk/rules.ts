import { approvalForAll } from './approvalForAll.js'
import { approvalOfBalance } from './approvalOfBalance.js'
import { approvalToAccount } from './approvalToAccount.js'
import { approvalToStranger } from './approvalToStranger.js'
import { approvedHash } from './approvedHash.js'
import { controlTransfer } from './controlTransfer.js'
import { dataToNoCode } from './dataToNoCode.js'
import { firstTimeRecipient } from './firstTimeRecipient.js'
import { guardChange } from './guardChange.js'
import { handlerChange } from './handlerChange.js'
import { largeShare } from './largeShare.js'
import { lookAlikeRecipient } from './lookAlikeRecipient.js'
import { messageSignature } from './messageSignature.js'
import { moduleChange } from './moduleChange.js'
import { oddCallInBatch } from './oddCallInBatch.js'
import { ownerChange } from './ownerChange.js'
import { partlyDecoded } from './partlyDecoded.js'
import { paymentToNobody } from './paymentToNobody.js'
import { permit } from './permit.js'
import { refundDrain } from './refundDrain.js'
import { replayableSignature } from './replayableSignature.js'
import type { RiskRule } from './riskRule.js'
import { safeCreation } from './safeCreation.js'
import { samePaymentWaiting } from './samePaymentWaiting.js'
import { selectorContradictsTarget } from './selectorContradictsTarget.js'
import type { RiskSeverity } from './severity.js'
import { singletonChange } from './singletonChange.js'
import { spendingLimit } from './spendingLimit.js'
import { thresholdChange } from './thresholdChange.js'
import { tokenToItself } from './tokenToItself.js'
import { unlimitedApproval } from './unlimitedApproval.js'
import { unpinnedDelegatecall } from './unpinnedDelegatecall.js'
import { unreadableCall } from './unreadableCall.js'
import { valueToUnknownCode } from './valueToUnknownCode.js'

/** All that is looked for; findings of equal severity keep this order. */
export const riskRules = [
  unpinnedDelegatecall,
  ownerChange,
  thresholdChange,
  moduleChange,
  guardChange,
  handlerChange,
  singletonChange,
  lookAlikeRecipient,
  paymentToNobody,
  tokenToItself,
  refundDrain,
  replayableSignature,
  selectorContradictsTarget,
  dataToNoCode,
  unlimitedApproval,
  approvalForAll,
  approvalToAccount,
  permit,
  approvalOfBalance,
  spendingLimit,
  safeCreation,
  controlTransfer,
  partlyDecoded,
  valueToUnknownCode,
  unreadableCall,
  oddCallInBatch,
  samePaymentWaiting,
  largeShare,
  firstTimeRecipient,
  approvalToStranger,
  messageSignature,
  approvedHash,
] as const satisfies readonly RiskRule[]

export type RiskId = (typeof riskRules)[number]['id']

/** Every finding there is, with the severities it may have. */
export const riskSeverities = /*#__PURE__*/ Object.fromEntries(
  /*#__PURE__*/ riskRules.map(({ id, severities }) => [id, severities]),
) as Record<RiskId, readonly RiskSeverity[]>
