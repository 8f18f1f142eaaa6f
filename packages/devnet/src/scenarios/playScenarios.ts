import {
  BaseError,
  buildSignatures,
  encodeExecTransaction,
  type SafeSignature,
} from '@covault/protocol'
import type { LocalAccount } from 'viem'
import { demoAccounts } from '../accounts.js'
import { getCreationCall } from '../deploySafe.js'
import type { DevnetClient } from '../devnetClient.js'
import { signTransaction } from '../safeTransactions.js'
import { type PlannedTransaction, sendAsBlock } from '../sendAll.js'
import { setClockToNow } from '../setClockToNow.js'
import {
  type DemoSafe,
  listPlayed,
  locate,
  type Scenario,
  type Stage,
  type Step,
} from './scenario.js'

type Block = {
  account: LocalAccount
  transactions: PlannedTransaction[]
}

const secondsOfADay = 86_400

/** Enough for any single call of the demo world. */
const gas = 1_000_000n

/**
 * Plays the steps of all scenarios in the order of their times, a block each,
 * and sets the chain's clock to the present afterwards. Blocks get the times
 * of the steps if the chain began early enough.
 */
export async function playScenarios(
  { chainId, client }: { chainId: number; client: DevnetClient },
  scenarios: readonly Scenario[],
  { onStep }: { onStep(step: { done: number; total: number }): void },
): Promise<void> {
  const steps = getStepsByTime(chainId, scenarios)
  const nonces = createNonces()
  const clock = await createClock(client)
  for (const [index, step] of steps.entries()) {
    const stage = { chainId, getNonce: nonces.get }
    const block = await prepareBlock(step, stage)
    await clock.set(step)
    await sendBlock(client, { block, step })
    if (step.kind === 'execute') nonces.increase(step.safe)
    onStep({ done: index + 1, total: steps.length })
  }
  await setClockToNow(client)
}

/** How the chain stands once everything is played. */
export function getFinalStage(
  chainId: number,
  scenarios: readonly Scenario[],
): Stage {
  const nonces = createNonces()
  for (const step of getStepsByTime(chainId, scenarios))
    if (step.kind === 'execute') nonces.increase(step.safe)
  return { chainId, getNonce: nonces.get }
}

function getStepsByTime(
  chainId: number,
  scenarios: readonly Scenario[],
): Step[] {
  return listPlayed(scenarios, chainId)
    .flatMap((scenario) => scenario.getSteps())
    .toSorted((a, b) => b.daysAgo - a.daysAgo)
}

function createNonces() {
  const nonces = new Map<DemoSafe, bigint>()
  const get = (safe: DemoSafe) => nonces.get(safe) ?? 0n
  return {
    get,
    increase: (safe: DemoSafe) => nonces.set(safe, get(safe) + 1n),
  }
}

// Times of blocks can only rise: a chain that began today has its whole
// history within seconds.
async function createClock(client: DevnetClient) {
  const now = BigInt(Math.floor(Date.now() / 1000))
  let latest = (await client.getBlock()).timestamp
  return {
    async set({ daysAgo }: Step) {
      const wanted = now - BigInt(Math.round(daysAgo * secondsOfADay))
      latest = wanted > latest ? wanted : latest + 1n
      await client.setNextBlockTimestamp({ timestamp: latest })
    },
  }
}

async function prepareBlock(step: Step, stage: Stage): Promise<Block> {
  switch (step.kind) {
    case 'create':
      return {
        account: demoAccounts.deployer,
        transactions: [{ ...getCreationCall(step.safe.plan), gas }],
      }
    case 'send':
      return {
        account: step.account,
        transactions: step.calls.map((call) => ({ ...call, gas })),
      }
    case 'execute':
      return prepareExecution(step, stage)
  }
}

async function prepareExecution(
  {
    safe,
    getPlan,
    signers,
    approvers = [],
    executor,
  }: Extract<Step, { kind: 'execute' }>,
  stage: Stage,
): Promise<Block> {
  const plan = { ...getPlan(stage), nonce: stage.getNonce(safe) }
  const { transaction, signatures } = await signTransaction(
    locate(safe, stage),
    { plan, signers },
  )
  const approvals = approvers.map(
    (signer): SafeSignature => ({ kind: 'approvedHash', signer }),
  )
  const blob = buildSignatures([...signatures, ...approvals])
  const data = encodeExecTransaction(transaction, blob)
  return {
    account: executor,
    transactions: [{ to: safe.address, data, gas }],
  }
}

async function sendBlock(
  client: DevnetClient,
  { block, step }: { block: Block; step: Step },
): Promise<void> {
  const receipts = await sendAsBlock(client, block)
  if (receipts.some(({ status }) => status !== 'success'))
    throw new StepFailedError({ step })
}

export class StepFailedError extends BaseError {
  override name = 'StepFailedError'

  constructor({ step: { kind, daysAgo } }: { step: Step }) {
    super(
      `The demo world's step "${kind}" of ${daysAgo} days ago was reverted.`,
    )
  }
}
