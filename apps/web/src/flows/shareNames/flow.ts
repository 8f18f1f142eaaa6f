import { defineAction } from '../machine/flow.js'
import { ShareNames } from './ShareNames.js'

/** Tells the other owners what addresses are called. */
export const shareNames = defineAction({
  id: 'share-names',
  Action: ShareNames,
})
