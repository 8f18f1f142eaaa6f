/** From the mildest to the gravest; danger needs a tick, block a typed word. */
export const severities = ['info', 'warning', 'danger', 'block'] as const

export type RiskSeverity = (typeof severities)[number]

/** Every finding there is, with the severities it may have. */
export const riskSeverities = {
  'unpinned-delegatecall': ['block'],
  'refund-drain': ['danger'],
  'unlimited-approval': ['danger'],
  'approval-for-all': ['danger'],
  permit: ['danger'],
  'owner-change': ['info', 'warning'],
  'threshold-change': ['info', 'danger'],
  'module-change': ['warning', 'danger'],
  'guard-change': ['danger'],
  'handler-change': ['danger'],
  'singleton-change': ['danger', 'block'],
  'data-to-no-code': ['danger'],
  'first-time-recipient': ['info'],
  'look-alike-recipient': ['info', 'warning'],
  'replayable-signature': ['danger'],
  'selector-contradicts-target': ['danger'],
  'odd-call-in-batch': ['warning'],
  'large-share': ['warning'],
  'partly-decoded': ['warning'],
  'unreadable-call': ['info'],
  'approval-to-stranger': ['warning', 'danger'],
  'approval-of-balance': ['warning', 'danger'],
  'spending-limit': ['warning', 'danger'],
  'message-signature': ['warning'],
  'approved-hash': ['warning'],
  'safe-creation': ['warning', 'danger'],
  'control-transfer': ['warning', 'danger'],
} as const satisfies Record<string, readonly RiskSeverity[]>

export type RiskId = keyof typeof riskSeverities

/** What only running a transaction shows, simulation/judgeStorage.ts. */
export type SimulationRiskId = 'unexplained-storage-change'

export type Finding<id extends string = RiskId | SimulationRiskId> = {
  readonly id: id
  readonly severity: RiskSeverity
  /** What was found, with the facts, and what to do about it. */
  readonly sentence: string
  /** The call in the tree that it is about, as in CallNode. */
  readonly path: readonly number[]
}

/** Negative if `a` is the graver one. */
export function compareSeverity(a: RiskSeverity, b: RiskSeverity): number {
  return severities.indexOf(b) - severities.indexOf(a)
}
