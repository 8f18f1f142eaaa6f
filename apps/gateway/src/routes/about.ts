import { getAbout } from '@covault/api'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/route.js'
import { version } from '../version.js'

export function aboutRoutes(app: FastifyInstance): void {
  route(app, getAbout, () => ({ name: 'covault', version, buildNumber: null }))
}
