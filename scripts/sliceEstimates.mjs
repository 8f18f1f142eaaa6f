// Seconds that tests of the whole matrix take on two cores with an emulated
// chain. They need not be right: what takes longer is ended by the limit.

/** By a part of the title. */
const tests = [
  ['20 rounds', 240],
  ['250 random steps', 240],
]

export function estimate({ kind, title }) {
  const listed = tests.find(([part]) => title.includes(part))
  return listed?.[1] ?? (kind === 'e2e' ? 45 : 15)
}

/** A product for journeys; a chain and a database for a file of unit tests. */
export function estimateStart({ kind, file }) {
  if (kind === 'e2e') return 45
  return file.startsWith('apps/gateway') ? 20 : 10
}
