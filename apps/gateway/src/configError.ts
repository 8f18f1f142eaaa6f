import { BaseError } from '@covault/protocol'

/** The operator said something that cannot be. */
export class ConfigError extends BaseError {
  override name = 'ConfigError'
}
