import { type AccessConfig, accessSchema, toAccess } from '../accessConfig.js'

/** What holds where the configuration says nothing. */
export const defaultAccess: AccessConfig = toAccess(accessSchema.parse({}), {
  host: '127.0.0.1',
})
