// Seconds that tests of the whole matrix take on two cores with an emulated
// chain. They need not be right: what takes longer is ended by the limit.

/** By a part of the title. */
const tests = [
  ['20 rounds', 150],
  ['112 random transactions', 120],
  ['of ten thousand proposals', 100],
  ['of ten thousand requests', 80],
  ['250 random steps', 50],
  ['dies again and again', 50],
  ['50 (@full) random changes', 40],
  ['stores nothing of what it refuses', 40],
  ['a gateway answers while its node hangs', 35],
  ['the leading process is killed', 25],
  ['calls each of its methods', 20],
  ['sdk-starter-kit 3.0.2 sends', 15],
  ['a browser remembers what was done in it', 150],
  ['a gateway that lies at any one place', 600],
  ['agrees on 100,000 transactions', 400],
  ['10,000 mutated envelopes', 300],
  ['a phone names every attack', 130],
  ['what a gateway killed at', 120],
  ['adds an owner, rejects and batches', 60],
  ['with the network off', 60],
  ['an imported message is signed only', 45],
  ['every screen of a flow', 90],
  ['protocol-kit executes what the page', 60],
  ['two builds at other places', 400],
  ['the archive holds all that runs', 60],
  ['the built program reads the answer', 15],
  ['refuses releases that are older', 60],
  ['checkSite tells an equal site', 80],
  ['200 random histories', 100],
  ['500 transactions over', 100],
  ['25 requests in a second', 220],
  ['budget of a provider', 60],
  ['random payments, reorgs and restarts', 60],
  ['300 queued and 2,000 executed', 90],
  ['survives kills of either gateway', 240],
  ['a network that no release knows', 420],
  ['killed 50 times', 420],
  ['a gateway for members asks who reads', 120],
  ['members save drafts for each other', 120],
  ['20 random failovers', 300],
  ['a leader that is cut off', 25],
  ['nobody waits while a database', 160],
  ['the release before a migration', 90],
  ['release pass while the', 600],
  ['another process answers from its replica', 60],
]

export function estimate({ kind, title }) {
  const listed = tests.find(([part]) => title.includes(part))
  return listed?.[1] ?? (kind === 'e2e' ? 30 : 3)
}

/** A product for journeys; a chain and a database for a file of unit tests. */
export function estimateStart({ kind, file }) {
  if (kind === 'e2e') return 45
  return file.startsWith('apps/gateway') ? 20 : 10
}
