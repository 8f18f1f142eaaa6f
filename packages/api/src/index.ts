export { type Client, call, createClient } from './createClient'
export {
  defineEndpoint,
  type Endpoint,
  type EndpointBody,
  type EndpointParams,
  type EndpointQuery,
  type EndpointResponse,
  type EndpointWire,
} from './endpoint'
export { getAbout } from './endpoints/about'
export { type AppConfig, appConfig, getAppConfig } from './endpoints/appConfig'
export { getLiveness, getReadiness } from './endpoints/health'
