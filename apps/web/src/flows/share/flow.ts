import { defineAction } from '../machine/flow.js'
import { Share } from './Share.js'

/** Hands a transaction or a message to others without a server. */
export const share = defineAction({ id: 'share', Action: Share })
