import { formatCount } from '../lib/formatCount.js'
import { describeError } from './errors.js'

/** What is wrong with the names that a gateway tells. */
export type NameProblem =
  /** A set does not fit what was signed; it and all after it are left out. */
  | { kind: 'broken'; sequence: number }
  /** The gateway has fewer sets than it showed before, or says it has more. */
  | { kind: 'withheld'; told: number; known: number }
  /** What is known from before is shown. */
  | { kind: 'unread'; error: Error }

export function describeNameProblem(problem: NameProblem): string {
  if (problem.kind === 'unread')
    return `Can’t load the shared names. ${describeError(problem.error)}`
  if (problem.kind === 'broken')
    return `Name change No. ${problem.sequence} from the gateway doesn’t match its signature. This change and all later ones are ignored.`
  const { told, known } = problem
  return `The gateway reports ${formatCount(told, 'change')}, and this browser has verified ${known}. The gateway may be hiding changes.`
}

/** "Renamed Acme to Acme Ltd"; in the past, as history is. */
export function describeNameChange({
  name,
  before,
}: {
  name: string
  before: string | undefined
}): string {
  if (name === '') return before ? `Removed ${before}` : 'Removed a name'
  return before ? `Renamed ${before} to ${name}` : `Added ${name}`
}
