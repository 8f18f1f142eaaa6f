import {
  type EarlyAnswer,
  type EarlyAnswers,
  nameQuestion,
} from '../trust/early.js'
import type { Question } from './firstQuestions.js'

/** Asks as the app would, and keeps the answer for whoever asks the same. */
export function ask(
  early: EarlyAnswers,
  { url, body }: Question,
): Promise<Response> {
  const leave = new AbortController()
  const answer = fetch(url, {
    headers: {
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { method: 'POST', body }),
    credentials: 'same-origin',
    redirect: 'manual',
    signal: leave.signal,
  })
  const asked: EarlyAnswer = { answer, at: undefined, leave }
  answer.then(
    () => {
      asked.at = performance.now()
    },
    // Whoever takes it hears of a failure.
    () => undefined,
  )
  early.set(nameQuestion(url, body), asked)
  return answer
}
