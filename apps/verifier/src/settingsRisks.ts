import type { Call } from './calls.js'
import {
  danger,
  isKnown,
  type Known,
  type Risk,
  warning,
  zero,
} from './risk.js'

type Write = (values: readonly string[], known: Known) => Risk

const settings: Record<string, Write> = {
  addOwnerWithThreshold: ([owner = '', threshold], known) => {
    const isUsual = isKnown(owner, known) && threshold !== '1'
    return (isUsual ? warning : danger)(
      `adds the owner ${owner} and sets the threshold to ${threshold}.`,
    )
  },
  removeOwner: ([, owner, threshold]) =>
    danger(
      `removes the owner ${owner} and sets the threshold to ${threshold}.`,
    ),
  swapOwner: ([, old, next = ''], known) =>
    (isKnown(next, known) ? warning : danger)(
      `replaces the owner ${old} with ${next}.`,
    ),
  changeThreshold: ([threshold]) =>
    danger(`sets the threshold to ${threshold}.`),
  enableModule: ([module]) =>
    danger(`lets the module ${module} move everything without owners.`),
  disableModule: ([, module]) => warning(`disables the module ${module}.`),
  setGuard: ([guard]) =>
    guard === zero
      ? danger('removes the guard.')
      : danger(`sets the guard ${guard}, which can block every transaction.`),
  setModuleGuard: ([guard]) =>
    guard === zero
      ? danger('removes the guard of modules.')
      : danger(`sets the guard of modules ${guard}.`),
  setFallbackHandler: ([handler]) =>
    danger(`sets the fallback handler ${handler}, which answers for the safe.`),
  setDomainVerifier: ([, verifier]) =>
    danger(`lets ${verifier} decide which signatures are valid.`),
  setSafeMethod: () => danger('changes how the safe answers a method.'),
  changeMasterCopy: ([code]) =>
    danger(`replaces the code of the safe with ${code}.`),
  setup: () => danger('sets the safe up again.'),
}

/** What changes who decides for a safe. */
export function findSettingsRisks(
  { to, from, operation, method, values }: Call,
  known: Known,
): Risk[] {
  if (!method || !values) return []
  const texts = values.map(String)
  if (/^migrate/.test(method.name))
    return [warning('replaces the code of the safe by a migration.')]
  if (method.name === 'approveHash')
    return [
      warning(
        `approves the transaction ${texts[0]} in the safe ${to}. Check it there.`,
      ),
    ]
  if (method.name === 'signMessage')
    return [warning('signs a message on chain as the safe.')]
  const write = Object.hasOwn(settings, method.name)
    ? settings[method.name]
    : undefined
  if (!write || operation !== 0) return []
  const risk = write(texts, known)
  // A safe changes its settings itself; others are refused as a rule.
  return to === from ? [risk] : [warning(`in ${to}: ${risk.text}`)]
}
