import { createClient } from '@covault/api'

/** The gateway is whoever served this page. */
export const gateway = createClient({ baseUrl: '' })
