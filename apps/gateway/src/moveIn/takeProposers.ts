import { believeDelegate } from '../commands/addDelegate.js'
import { toPlainText } from '../commands/proposalOrigin.js'
import type { Context } from '../context.js'
import { listDelegates } from '../store/delegates.js'
import type { ToldProposer } from './items.js'
import type { MovedSafe } from './movedSafe.js'
import { isRefusal } from './refusal.js'
import type { Report } from './report.js'

const longestLabel = 50

/**
 * Services do not publish the signature by which an owner added a proposer,
 * so a proposer is taken only where the operator believes the service.
 */
export async function takeProposer(
  moving: {
    context: Context
    safe: MovedSafe
    report: Report
    isBelieved: boolean
  },
  told: ToldProposer,
): Promise<void> {
  const { context, safe, report, isBelieved } = moving
  const { chainId, address } = safe
  const { delegate, delegator } = told
  const forSafe = told.safe ?? null
  const name = `${delegate}, added by ${delegator}`
  if (forSafe !== null && forSafe !== address)
    return void report.refuse(
      'Proposers',
      `${name}: the entry belongs to another safe, ${forSafe}.`,
    )
  const expiresAt = told.expiryDate ? new Date(told.expiryDate) : null
  if (expiresAt && expiresAt.getTime() <= Date.now()) return
  if (!safe.owners.includes(delegator))
    return void report.refuse(
      'Proposers',
      `${name}: ${delegator} is not an owner of the safe.`,
    )
  const filter = { delegate, delegator }
  const here = await listDelegates(context.store, {
    chainId,
    filter,
    limit: 100,
  })
  if (here.some((known) => known.safe === null || known.safe === address))
    return report.know('Proposers')
  if (!isBelieved)
    return void report.leave(
      'Proposers',
      `${name}: the other service does not publish the owner's signature. The owner can add the proposer in the safe's settings. An operator who trusts the service can use covault move-in --proposers.`,
    )
  try {
    await believeDelegate(context, {
      chainId,
      // For this safe only, even where the service says all of the owner's.
      safe: address,
      delegate,
      delegator,
      label: toPlainText(told.label).slice(0, longestLabel),
      expiresAt,
    })
    report.take('Proposers')
  } catch (error) {
    if (!isRefusal(error)) throw error
    report.refuse('Proposers', `${name}: ${error.message}`)
  }
}
