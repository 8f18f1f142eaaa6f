import { defineAction } from '../machine/flow.js'
import { WriteComment } from './WriteComment.js'

export const comment = defineAction({ id: 'comment', Action: WriteComment })
