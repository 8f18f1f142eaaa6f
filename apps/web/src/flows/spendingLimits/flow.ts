import * as z from 'zod/mini'
import type { AppSearch } from '../../lib/searchText.js'
import { defineCallFlow } from '../machine/flow.js'
import { listName } from '../machine/pinnedAddress.js'
import { buildLimit, buildRemoval, buildReset } from './buildLimit.js'
import { LimitForm } from './LimitForm.js'
import { createLimitInput, limitSchema } from './limitInput.js'

/** Lets somebody spend without the owners, or changes how much. */
export const spendingLimit = defineCallFlow({
  id: 'spending-limit',
  schema: limitSchema,
  initial: (_, search) => createLimitInput(search),
  Form: LimitForm,
  build: buildLimit,
  names: ({ beneficiary }) => listName(beneficiary),
})

/** Which limit a link is about. */
const named = z.object({ delegate: z.string(), token: z.string() })

function readNamed({ recipient = '', token = '' }: AppSearch) {
  return { delegate: recipient, token }
}

export const removeLimit = defineCallFlow({
  id: 'remove-limit',
  schema: named,
  initial: (_, search) => readNamed(search),
  build: buildRemoval,
})

export const resetLimit = defineCallFlow({
  id: 'reset-limit',
  schema: named,
  initial: (_, search) => readNamed(search),
  build: buildReset,
})
