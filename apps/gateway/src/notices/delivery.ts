import type { Context } from '../context.js'
import type { Mailer } from './mailer.js'

/** What it takes to tell somebody something. */
export type Delivery = {
  context: Context
  /** Undefined: the operator has no mail server. */
  mailer: Mailer | undefined
}
