import type { Tense } from '../tell/telling.js'

/** What comes of a transaction, what came of it, and what would have. */
export const verbs = {
  can: can('can'),
  willBeAble: can('will be able to'),
  /** Of several. */
  willAllBeAble: verb('will be able to', 'were allowed to', 'been allowed to'),
  becomes: verb('becomes', 'became', 'become'),
  /** Of several. */
  become: verb('become', 'became', 'become'),
  gets: verb('gets', 'got', 'gained'),
  lets: verb('lets', 'let', 'let'),
  loses: verb('loses', 'lost', 'lost'),
  replaces: verb('replaces', 'replaced', 'replaced'),
  isNoLonger: verb('is no longer', 'was removed as', 'been removed as'),
  isRemoved: verb('is removed', 'was removed', 'been removed'),
  willBeReplaced: verb('will be replaced', 'was replaced', 'been replaced'),
  willAnswer: verb('will answer', 'was set to answer', 'answered'),
  willDecide: verb('will decide', 'was set to decide', 'decided'),
  willRequire: verb('will require', 'was set to require', 'required'),
  willUse: verb('will use', 'was set to use', 'used'),
} as const

type Verb = Readonly<Record<Tense, string>>

function can(planned: string): Verb {
  return verb(planned, 'was allowed to', 'been allowed to')
}

function verb(planned: string, done: string, participle: string): Verb {
  return { planned, done, failed: `would have ${participle}` }
}
